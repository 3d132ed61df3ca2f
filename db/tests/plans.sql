-- What is asked often reads by an index, and only what it needs, however many cards there are. PostgreSQL counts the
-- scans and rows of each table in a transaction; 20,000 cards and attempts are enough for it to prefer an index.
begin;
create extension if not exists pgtap;
select plan(19);

set local session_replication_role = replica;
insert into vault.programs (id, name, display_name, network, activation_provider, activation_key)
values ('p', 'Program', 'The Card', 'visa', 'issuer_otp', 'otp');
create function pg_temp.nth(n integer) returns uuid
language sql immutable return ('0a000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid;
insert into vault.cardholders (id, display_name) select 'holder ' || n, 'Holder' from generate_series(1, 10000) n;
insert into vault.cards (
  id, cardholder, program, sealed_pan, pan_last4, expiry_month, expiry_year, cardholder_name, status, activated_at)
select pg_temp.nth(n), 'holder ' || (n + 1) / 2, 'p', decode('01aabbccdd04' || repeat('5a', 96), 'hex'), '1111', 12,
  2090, 'HOLDER', 'active', now()
from generate_series(1, 20000) n;
insert into vault.provisioning_attempts (
  id, request_id, cardholder, card, outcome, error, reason, checks, nonce_policy, created_at)
select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || substr(pg_temp.nth(n)::text, 20, 5)
    || lpad(to_hex(n), 12, '0'))::uuid,
  gen_random_uuid(), 'holder ' || (n + 1) / 2, pg_temp.nth(n), 'refused', 'APPLE_PAY_NOT_AVAILABLE', 'card_frozen',
  '[{"rule": "authorise", "verdict": "refused", "microseconds": 100, "detail": "card_frozen"}]', 'leaf', at
from generate_series(1, 20000) n
cross join lateral (select now() - (20000 - n) * interval '1 minute') as moment (at);
insert into vault.used_nonces
select sha256(n::text::bytea), gen_random_uuid(), now() + interval '1 hour' from generate_series(1, 20000) n;
insert into vault.card_attempts select pg_temp.nth(n), now(), 1 from generate_series(1, 20000) n;
insert into vault.cardholder_attempts select 'holder ' || n, now(), 1 from generate_series(1, 10000) n;
set local session_replication_role = origin;
analyze;
select brin_summarize_new_values('vault."attempts in time"');

-- Scans from end to end, and rows read in any way, of the tables that grow.
create function pg_temp.reads(out scans bigint, out rows_read bigint)
language sql volatile
as $$
  select sum(s.seq_scan)::bigint, sum(s.seq_tup_read + s.idx_tup_fetch)::bigint
  from pg_catalog.pg_stat_xact_user_tables s
  where s.schemaname = 'vault' and s.relname in (
    'cards', 'cardholders', 'provisioning_attempts', 'used_nonces', 'card_attempts', 'cardholder_attempts')
$$;

-- Seven times: functions keep a plan of their own from the sixth. Null where the tables are only read by index, and
-- no more rows than expected.
create function pg_temp.fault(statement text, expected_rows integer) returns text
language plpgsql volatile
as $$
declare
  before record;
  after record;
begin
  before := pg_temp.reads();
  for turn in 1..7 loop
    execute replace(statement, 'TURN', turn::text);
  end loop;
  after := pg_temp.reads();
  return nullif(concat_ws(', ',
    case when after.scans > before.scans then format('%s scans from end to end', after.scans - before.scans) end,
    case when after.rows_read - before.rows_read > 7 * expected_rows
      then format('%s rows read, %s expected', after.rows_read - before.rows_read, 7 * expected_rows) end), '');
end
$$;
create function pg_temp.reads_by_index(statement text, what text, expected_rows integer) returns text
language sql volatile
as $$ select is(pg_temp.fault(statement, expected_rows), null, what) $$;

select pg_temp.reads_by_index(
  $$ select server.authorise_provisioning(gen_random_uuid(), gen_random_uuid(), 'holder TURN', pg_temp.nth(2 * TURN),
    'watch', '1.0', null, array[sha256('fresh TURN')], 'leaf', null, '[]') $$,
  'a provisioning', 20);
select is((select count(*)::integer from vault.provisioning_attempts where outcome = 'authorised'), 7,
  'which was authorised');
select pg_temp.reads_by_index(
  $$ select server.authorise_provisioning(gen_random_uuid(), gen_random_uuid(), 'holder TURN', pg_temp.nth(19999),
    'watch', '1.0', null, array[sha256('fresh TURN')], 'leaf', null, '[]') $$,
  'a provisioning of another''s card', 20);
select pg_temp.reads_by_index(
  $$ select * from server.cards_of('holder TURN') $$, 'a cardholder''s cards', 20);
select pg_temp.reads_by_index(
  $$ select * from server.cards_of('holder TURN', pg_temp.nth(2 * TURN)) $$, 'one card', 20);
select pg_temp.reads_by_index(
  $$ select server.record_refusal(gen_random_uuid(), gen_random_uuid(), 'holder TURN', pg_temp.nth(2 * TURN), 'watch',
    '1.0', 'APPLE_PAY_INVALID_DATA', 'certificate_expired', 'leaf', '[]') $$,
  'the record of a refusal', 20);
select pg_temp.reads_by_index(
  $$ select server.fail_attempt((select a.id from vault.provisioning_attempts a order by a.id desc limit 1),
    'vault_cannot_open', '[]') $$,
  'a failure', 20);
select pg_temp.reads_by_index('select * from server.readiness()', 'readiness', 0);
select pg_temp.reads_by_index('select * from server.enabled_programs()', 'the enabled programs', 0);
select pg_temp.reads_by_index('select * from server.vault_keys_needed()', 'the keys that are needed', 20);

select pg_temp.reads_by_index(
  $$ select * from custody.cards_to_rewrap('\x00000000', pg_temp.nth(TURN * 1000), 100) $$,
  'the next cards to rewrap', 120);
select pg_temp.reads_by_index(
  $$ select * from admin.cards where cardholder = 'holder TURN' $$, 'an administrator''s look at a holder''s cards', 20);
select pg_temp.reads_by_index(
  $$ select * from admin.cards where id > pg_temp.nth(TURN * 1000) order by id limit 50 $$, 'a page of the cards', 120);
select pg_temp.reads_by_index(
  $$ select * from admin.attempts where id < 'ffffffff-ffff-ffff-ffff-ffffffffffff' limit 50 $$,
  'a page of the attempts', 60);
select pg_temp.reads_by_index(
  $$ select * from admin.refusals_by_reason where hour > now() - interval '3 hours' $$, 'some hours of refusals', 8000);
select pg_temp.reads_by_index(
  $$ select * from admin.attempts where created_at > now() - interval '3 hours' $$, 'some hours of attempts', 8000);

select pg_temp.reads_by_index(
  $$ insert into admin.card_load (
      card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month, expiry_year)
    select gen_random_uuid(), 'holder ' || n, 'p', decode('01aabbccdd04' || repeat('5a', 96), 'hex'), '1111', 12, 2090
    from generate_series(1, 2000) n;
    select admin.add_loaded_cards() $$,
  'the adding of loaded cards', 4 * 2000);

-- It can fail.
savepoint whole;
drop index vault."cards of a cardholder";
select isnt(pg_temp.fault($$ select * from server.cards_of('holder TURN') $$, 20), null,
  'without its index a holder''s cards are found by a scan');
rollback to whole;
select isnt(
  pg_temp.fault($$ select * from admin.cards where id > pg_temp.nth(10000) order by id limit 500 $$, 500), null,
  'more rows than expected are noticed');

select * from finish();
rollback;
