-- Which keys open the cards, and which cards a key opens, without reading every card. Provisioning goes on while the
-- index is made; an administrator's verbs on cards wait for it, a second or two for each million cards.
begin;
set local role passwright_owner;

create index "cards of a vault key" on vault.cards (vault_key_id, id);

-- Jumps from key to key over the index: as many steps as there are keys. PostgreSQL has no such scan of its own.
create function vault.keys_of_cards() returns setof bytea
language sql stable rows 2
set search_path = ''
begin atomic
  with recursive found (key) as (
    (select c.vault_key_id from vault.cards c order by c.vault_key_id limit 1)
    union all
    select next.vault_key_id
    from found
    cross join lateral (
      select c.vault_key_id from vault.cards c where c.vault_key_id > found.key order by c.vault_key_id limit 1
    ) next
  )
  select found.key from found;
end;

-- In place of server.vault_keys_in_use(), which counts the cards of each key and so reads them all; that stays for
-- the servers that ask it.
create function server.vault_keys_needed(out vault_key_id bytea) returns setof bytea
language sql stable security definer
set search_path = ''
begin atomic
  select k.key from vault.keys_of_cards() as k (key) order by k.key;
end;
grant execute on function server.vault_keys_needed() to passwright_server;

-- As before, but each other key's cards are found by the index: when few are left they are found at once, and do
-- not wait behind all that are done.
create or replace function custody.cards_to_rewrap(
  newest_key bytea, after_card uuid, at_most integer,
  out card_id uuid, out cardholder_id text, out expiry_month smallint, out expiry_year smallint,
  out pan_last4 text, out sealed_pan bytea)
returns setof record
language sql stable security definer
set search_path = ''
begin atomic
  select c.id, c.cardholder, c.expiry_month, c.expiry_year, c.pan_last4, c.sealed_pan
  from vault.keys_of_cards() as old (key)
  cross join lateral (
    select k.id, k.cardholder, k.expiry_month, k.expiry_year, k.pan_last4, k.sealed_pan
    from vault.cards k
    -- So written that the index is read from there on, and not from the key's first card.
    where k.vault_key_id = old.key and k.id >= coalesce(after_card, '00000000-0000-0000-0000-000000000000')
      and k.id is distinct from after_card
    order by k.id
    limit least(greatest(at_most, 1), 10000)
  ) c
  where old.key <> newest_key
  order by c.id
  limit least(greatest(at_most, 1), 10000);
end;

-- Schema 2 has server.vault_keys_needed(); servers that were written for schema 1 run on it.
create or replace function server.readiness(
  out schema_version integer, out serves_from integer, out paused boolean, out writable boolean,
  out owns_tables boolean, out action_head bytea)
language sql stable security definer
set search_path = ''
begin atomic
  select 2, 1, rules.paused_since is not null, not pg_is_in_recovery(),
    pg_has_role(session_user, 'passwright_owner', 'member'),
    (select a.hash from vault.admin_actions a order by a.number desc limit 1)
  from vault.settings rules;
end;

commit;
