-- The rest of what the server asks.
begin;
set local role passwright_owner;

-- Turns an authorised attempt into a failed one, with the checks that came after; true where there was one.
create function server.fail_attempt(attempt_id uuid, failure text, later_checks jsonb) returns boolean
language sql volatile security definer
set search_path = ''
begin atomic
  with failed as (
    update vault.provisioning_attempts a
    set outcome = 'failed', error = 'APPLE_PAY_PROVISIONING_FAILED', reason = failure,
      checks = a.checks || later_checks
    where a.id = attempt_id and a.outcome = 'authorised'
    returning a.id
  )
  select exists (select from failed);
end;
grant execute on function server.fail_attempt(uuid, text, jsonb) to passwright_server;

-- A refusal from before the database step. The card is kept only where it is the caller's.
create function server.record_refusal(
  attempt_id uuid, request uuid, caller text, card_id uuid, device text, version text, wire_error text,
  wire_reason text, policy text, earlier_checks jsonb) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  insert into vault.provisioning_attempts (
    id, request_id, cardholder, card, device_type, app_version, outcome, error, reason, checks, nonce_policy)
  values (
    attempt_id, request, caller,
    (select c.id from vault.cards c where c.id = card_id and c.cardholder = caller),
    device, version, 'refused', wire_error, wire_reason, earlier_checks, policy)
  on conflict (id) do nothing;
end;
grant execute on function server.record_refusal(
  uuid, uuid, text, uuid, text, text, text, text, text, jsonb) to passwright_server;

-- The caller's own cards, or the one that is named. What provisioning would refuse now is refused here.
create function server.cards_of(
  caller text, card_id uuid default null,
  out id uuid, out pan_last4 text, out status text, out virtual boolean, out activated_at timestamptz,
  out cardholder_name text, out localized_description text, out network text, out refusal text)
returns setof record
language sql stable security definer
set search_path = ''
begin atomic
  select s.id, s.pan_last4, s.status, s.virtual, s.activated_at, s.cardholder_name, s.display_name, s.network,
    case when rules.paused_since is null then s.refusal else 'provisioning_paused' end
  from vault.card_standings s cross join vault.settings rules
  where s.cardholder = caller and (card_id is null or s.id = card_id)
  order by s.created_at, s.id;
end;
grant execute on function server.cards_of(text, uuid) to passwright_server;

-- What /readyz and the start need. A server works with this schema if serves_from <= its own number <=
-- schema_version: a change that both the old and the new server bear raises schema_version alone, so that either
-- may run before and after it.
create function server.readiness(
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
grant execute on function server.readiness() to passwright_server;

-- The programs that are provisioned now, with what makes their activation data, for a server to compare with its key
-- folder. Without a provider where provisioning answers network_unsupported.
create function server.enabled_programs(
  out id text, out activation_provider text, out activation_key text)
returns setof record
language sql stable security definer
set search_path = ''
begin atomic
  select p.id, case when p.payload_configuration = 1 then p.activation_provider end,
    case when p.payload_configuration = 1 then p.activation_key end
  from vault.programs p
  where p.in_app_provisioning
  order by p.id;
end;
grant execute on function server.enabled_programs() to passwright_server;

-- Deletes nonces and counters whose time has passed, a batch at a time so that a call stays short; returns how many
-- went. The server calls it, again while a whole batch went. There is no index to find them by: it would cost each
-- provisioning, and a scan of one day's nonces does not.
create function server.purge_expired(at_most integer default 10000) returns bigint
language sql volatile security definer
set search_path = ''
begin atomic
  with gone_nonces as (
    delete from vault.used_nonces n
    where n.digest in (
      select e.digest from vault.used_nonces e where e.expires_at <= now()
      limit at_most for update skip locked)
    returning 1
  ), gone_card_counters as (
    delete from vault.card_attempts c
    where c.card in (
      select e.card from vault.card_attempts e cross join vault.settings rules
      where e.window_opened_at + rules.card_window <= now()
      limit at_most for update of e skip locked)
    returning 1
  ), gone_cardholder_counters as (
    delete from vault.cardholder_attempts c
    where c.cardholder in (
      select e.cardholder from vault.cardholder_attempts e cross join vault.settings rules
      where e.window_opened_at + rules.cardholder_window <= now()
      limit at_most for update of e skip locked)
    returning 1
  )
  select (select count(*) from gone_nonces) + (select count(*) from gone_card_counters)
    + (select count(*) from gone_cardholder_counters);
end;
grant execute on function server.purge_expired(integer) to passwright_server;

commit;
