-- A server whose role's transactions are read-only cannot write an attempt, and so is not ready.
begin;
set local role passwright_owner;

create or replace function server.readiness(
  out schema_version integer, out serves_from integer, out paused boolean, out writable boolean,
  out owns_tables boolean, out action_head bytea)
language sql stable security definer
set search_path = ''
begin atomic
  select 2, 1, rules.paused_since is not null,
    not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean,
    pg_has_role(session_user, 'passwright_owner', 'member'),
    (select a.hash from vault.admin_actions a order by a.number desc limit 1)
  from vault.settings rules;
end;

commit;
