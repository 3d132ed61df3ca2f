-- Many cards at once: COPY into admin.card_load, then add them as a set.
begin;
set local role passwright_owner;

create table vault.loaded_cards (
  line bigint generated always as identity primary key,
  card_id uuid not null,
  cardholder_id text collate "C" not null,
  program_id text collate "C" not null,
  sealed_pan bytea not null,
  pan_last4 text not null,
  expiry_month smallint not null,
  expiry_year smallint not null,
  cardholder_name text,
  status text not null,
  virtual boolean not null,
  loaded_by text not null
);
comment on table vault.loaded_cards is 'What COPY brought and admin.add_loaded_cards() has not yet taken.';

-- A view, so that no role has a grant on a table. COPY writes to it through its trigger.
create view admin.card_load as
select l.card_id, l.cardholder_id, l.program_id, l.sealed_pan, l.pan_last4, l.expiry_month, l.expiry_year,
  l.cardholder_name, l.status, l.virtual
from vault.loaded_cards l;

create function vault.load_card() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform vault.require_sealed_pan(new.sealed_pan);
  insert into vault.loaded_cards (
    card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month, expiry_year, cardholder_name, status,
    virtual, loaded_by)
  values (
    new.card_id, new.cardholder_id, new.program_id, new.sealed_pan, new.pan_last4, new.expiry_month,
    new.expiry_year, new.cardholder_name, coalesce(new.status, 'not_activated'), coalesce(new.virtual, false),
    session_user);
  return new;
end
$$;

create trigger "a loaded card is kept until it is added" instead of insert on admin.card_load
for each row execute function vault.load_card();

grant insert (card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month, expiry_year,
  cardholder_name, status, virtual) on admin.card_load to passwright_admin;
grant select (card_id, cardholder_id, program_id, pan_last4, expiry_month, expiry_year, cardholder_name, status,
  virtual) on admin.card_load to passwright_admin;

-- All or none. A card without a cardholder name gets its holder's display name; one that is loaded in use counts as
-- activated now. The action names how many, and a digest over what was added in the order of the card ids.
create function admin.add_loaded_cards() returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  bad record;
  added bigint;
  digest bytea;
begin
  perform vault.begin_action();
  lock table vault.loaded_cards in exclusive mode;

  select l.card_id,
    case
      when there.id is not null then 'is already there'
      when holder.id is null then 'names a cardholder who is not there'
      when program.id is null then 'names a program that is not there'
      else 'was loaded twice'
    end as problem
  into bad
  from (select *, count(*) over (partition by card_id) as times from vault.loaded_cards) l
  left join vault.cards there on there.id = l.card_id
  left join vault.cardholders holder on holder.id = l.cardholder_id
  left join vault.programs program on program.id = l.program_id
  where there.id is not null or holder.id is null or program.id is null or l.times > 1
  order by l.line
  limit 1;
  if found then
    raise exception 'Loaded card % %; nothing was added.', bad.card_id, bad.problem
      using errcode = 'invalid_parameter_value',
        hint = 'Correct it after admin.discard_loaded_cards(), or add what is missing, then try again.';
  end if;

  select count(*), coalesce(sha256(string_agg(
    sha256(uuid_send(l.card_id) || l.sealed_pan || convert_to(
      jsonb_build_array(l.cardholder_id, l.program_id, l.pan_last4, l.expiry_month, l.expiry_year, l.cardholder_name,
        l.status, l.virtual)::text, 'UTF8')),
    '' order by l.card_id)), sha256(''))
  into added, digest
  from vault.loaded_cards l;

  insert into vault.cards (
    id, cardholder, program, sealed_pan, pan_last4, expiry_month, expiry_year, cardholder_name, status,
    status_before_block, virtual, activated_at)
  select l.card_id, l.cardholder_id, l.program_id, l.sealed_pan, l.pan_last4, l.expiry_month, l.expiry_year,
    coalesce(l.cardholder_name, h.display_name), l.status, case when l.status = 'blocked' then 'active' end,
    l.virtual, case when l.status <> 'not_activated' then now() end
  from vault.loaded_cards l join vault.cardholders h on h.id = l.cardholder_id;
  delete from vault.loaded_cards;

  perform vault.record_action('add_loaded_cards', 'cards', jsonb_build_object(
    'changed', added > 0, 'count', added, 'digest', encode(digest, 'hex')));
  return added;
end
$$;

-- Forgets what was loaded and not added.
create function admin.discard_loaded_cards() returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  gone bigint;
begin
  perform vault.begin_action();
  delete from vault.loaded_cards;
  get diagnostics gone = row_count;
  perform vault.record_action(
    'discard_loaded_cards', 'cards', jsonb_build_object('changed', gone > 0, 'count', gone));
  return gone;
end
$$;

grant execute on function admin.add_loaded_cards() to passwright_admin;
grant execute on function admin.discard_loaded_cards() to passwright_admin;

commit;
