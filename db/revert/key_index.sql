-- Loses no data: the index is made again by the next deployment. Servers of this schema and the one before go on.
begin;
set local role passwright_owner;

create or replace function server.readiness(
  out schema_version integer, out serves_from integer, out paused boolean, out writable boolean,
  out owns_tables boolean, out action_head bytea)
language sql stable security definer
set search_path = ''
begin atomic
  select 1, 1, rules.paused_since is not null, not pg_is_in_recovery(),
    pg_has_role(session_user, 'passwright_owner', 'member'),
    (select a.hash from vault.admin_actions a order by a.number desc limit 1)
  from vault.settings rules;
end;

create or replace function custody.cards_to_rewrap(
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

drop function server.vault_keys_needed();
drop function vault.keys_of_cards();
drop index vault."cards of a vault key";

commit;
