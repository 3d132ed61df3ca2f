-- Sealing cards anew for a newer vault key. Behind a role of its own: the server must not replace what it opens, and
-- whoever loads cards reads nothing that is sealed. A custodian does both, and cannot move a card, change its holder
-- or expiry, or make a payload; only one who has the key's file too can open what is read here.
begin;

do $$
begin
  if not exists (select from pg_catalog.pg_roles r where r.rolname = 'passwright_custodian') then
    create role passwright_custodian nologin noinherit;
    comment on role passwright_custodian is 'Executes custody.*, nothing else. For passwright vault rewrap.';
  end if;
exception
  -- Roles belong to the whole cluster: another database's deployment may be making it now.
  when duplicate_object or unique_violation then null;
end
$$;
do $$
begin
  execute format('grant connect on database %I to passwright_custodian', current_database());
end
$$;

set local role passwright_owner;

create schema custody;
grant usage on schema custody to passwright_custodian;
comment on schema custody is 'What seals cards for another vault key.';

-- How much each key still has to open. What was loaded and not yet added counts: it will be cards.
create view vault.key_use as
select coalesce(c.vault_key_id, l.vault_key_id) as vault_key_id, coalesce(c.cards, 0) as cards,
  coalesce(l.loaded, 0) as loaded
from (select k.vault_key_id, count(*) as cards from vault.cards k group by k.vault_key_id) c
full join (
  select substring(w.sealed_pan from 2 for 4) as vault_key_id, count(*) as loaded from vault.loaded_cards w group by 1
) l on l.vault_key_id = c.vault_key_id;

-- A key may be retired when it is no longer listed.
create or replace view admin.vault_keys as
select encode(u.vault_key_id, 'hex') as vault_key_id, u.cards, u.loaded
from vault.key_use u;
comment on column admin.vault_keys.loaded is 'Waits in admin.card_load to be added or discarded.';
grant select (loaded) on admin.vault_keys to passwright_admin;

create function custody.keys_in_use(out vault_key_id bytea, out cards bigint, out loaded bigint) returns setof record
language sql stable security definer
set search_path = ''
begin atomic
  select u.vault_key_id, u.cards, u.loaded from vault.key_use u;
end;

-- The next cards, in the order of their ids, that another key than this one opens: after the card that is named, or
-- from the first.
create function custody.cards_to_rewrap(
  newest_key bytea, after_card uuid, at_most integer,
  out card_id uuid, out cardholder_id text, out expiry_month smallint, out expiry_year smallint,
  out pan_last4 text, out sealed_pan bytea)
returns setof record
language sql stable security definer
set search_path = ''
begin atomic
  select c.id, c.cardholder, c.expiry_month, c.expiry_year, c.pan_last4, c.sealed_pan
  from vault.cards c
  -- So written that the primary key is read from there on, and not from its beginning.
  where c.id >= coalesce(after_card, '00000000-0000-0000-0000-000000000000') and c.id is distinct from after_card
    and c.vault_key_id <> newest_key
  order by c.id
  limit least(greatest(at_most, 1), 10000);
end;

-- Puts each new value in the place of the one that it was made from; returns how many it did. A card that was
-- renewed in between holds another value by now and is left alone. One action for all.
create function custody.replace_sealed_pans(card_ids uuid[], sealed_before bytea[], sealed_after bytea[])
returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  newest_key bytea;
  replaced bigint;
  digest bytea;
begin
  perform vault.require_sealed_pan(n.after) from unnest(sealed_after) as n (after);
  if exists (
    select from unnest(card_ids, sealed_before, sealed_after) as n (card, before, after)
    where n.card is null or octet_length(n.before) is distinct from octet_length(n.after))
  then
    raise exception 'A card''s new sealed PAN is as long as the one before.'
      using errcode = 'invalid_parameter_value';
  elsif (select count(distinct substring(n.after from 2 for 4)) from unnest(sealed_after) as n (after)) <> 1
    or (select count(distinct n.card) from unnest(card_ids) as n (card)) <> cardinality(card_ids)
  then
    raise exception 'New sealed PANs are for one key, and for each card once.'
      using errcode = 'invalid_parameter_value';
  end if;
  newest_key := substring(sealed_after[1] from 2 for 4);

  perform vault.begin_action();
  with done as (
    update vault.cards c set sealed_pan = n.after
    from unnest(card_ids, sealed_before, sealed_after) as n (card, before, after)
    where c.id = n.card and c.sealed_pan = n.before and c.vault_key_id <> newest_key
    returning c.id, c.sealed_pan
  )
  select count(*), coalesce(sha256(string_agg(sha256(uuid_send(d.id) || d.sealed_pan), '' order by d.id)), sha256(''))
  into replaced, digest
  from done d;
  perform vault.record_action('rewrap_cards', encode(newest_key, 'hex'), jsonb_build_object(
    'changed', replaced > 0, 'count', replaced, 'left', cardinality(card_ids) - replaced,
    'digest', encode(digest, 'hex')));
  return replaced;
end
$$;

grant execute on function custody.keys_in_use() to passwright_custodian;
grant execute on function custody.cards_to_rewrap(bytea, uuid, integer) to passwright_custodian;
grant execute on function custody.replace_sealed_pans(uuid[], bytea[], bytea[]) to passwright_custodian;

commit;
