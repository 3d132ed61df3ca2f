-- Cards by COPY, and the verbs for the whole deployment.
begin;
create extension if not exists pgtap;
select plan(28);

select admin.add_cardholder('alice', 'Alice Display');
select admin.add_program('p', 'Program', 'visa', 'The Card');

create function pg_temp.sealed() returns bytea
language sql as $$ select decode('01aabbccdd04' || repeat('5a', 96), 'hex') $$;

copy admin.card_load (
  card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month, expiry_year, cardholder_name, status, virtual)
from stdin (format csv);
0a000000-0000-4000-8000-000000000001,alice,p,\x01aabbccdd045a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a,1111,2,2031,"ALICE, A",active,true
0a000000-0000-4000-8000-000000000002,alice,p,\x01aabbccdd045a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a,4444,12,2030,,,
\.
select is((select count(*)::integer from admin.card_load), 2, 'COPY brings cards');
select is((select count(*)::integer from admin.cards), 0, 'which are not cards yet');
select is(admin.add_loaded_cards(), 2::bigint, 'they are added as a set');
select results_eq(
  $$ select id::text, cardholder_name, status, virtual, activated_at is not null, vault_key_id
    from admin.cards order by id $$,
  $$ values
    ('0a000000-0000-4000-8000-000000000001', 'ALICE, A', 'active', true, true, 'aabbccdd'),
    ('0a000000-0000-4000-8000-000000000002', 'Alice Display', 'not_activated', false, false, 'aabbccdd') $$,
  'with what was said, and what is usual where nothing was');
select is((select count(*)::integer from admin.card_load), 0, 'none is left behind');
select results_eq(
  $$ select details ->> 'count', length(details ->> 'digest') from audit.actions where verb = 'add_loaded_cards' $$,
  $$ values ('2', 64) $$, 'one action says how many, and a digest');
select is(admin.add_loaded_cards(), 0::bigint, 'adding nothing changes nothing');
select results_eq($$ select vault_key_id, cards from admin.vault_keys $$, $$ values ('aabbccdd', 2::bigint) $$,
  'the keys are counted');

select throws_ok(
  $$ insert into admin.card_load (card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month, expiry_year)
    values (gen_random_uuid(), 'alice', 'p', '5555555555554444', '4444', 1, 2030) $$, '22023',
  'That is not a sealed PAN: passwright vault seal makes one.', 'a clear PAN is not even kept');

-- One bad card, and none is added.
create function pg_temp.load_with(card uuid, holder text, program text) returns void
language sql as $$
  delete from vault.loaded_cards;
  insert into admin.card_load (card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month, expiry_year)
  values ('0b000000-0000-4000-8000-000000000001', 'alice', 'p', pg_temp.sealed(), '1111', 1, 2030),
    (card, holder, program, pg_temp.sealed(), '1111', 1, 2030)
$$;
select pg_temp.load_with('0a000000-0000-4000-8000-000000000001', 'alice', 'p');
select throws_ok($$ select admin.add_loaded_cards() $$, '22023',
  'Loaded card 0a000000-0000-4000-8000-000000000001 is already there; nothing was added.', 'a card that is there');
select pg_temp.load_with('0b000000-0000-4000-8000-000000000002', 'nobody', 'p');
select throws_ok($$ select admin.add_loaded_cards() $$, '22023',
  'Loaded card 0b000000-0000-4000-8000-000000000002 names a cardholder who is not there; nothing was added.',
  'a cardholder who is not');
select pg_temp.load_with('0b000000-0000-4000-8000-000000000002', 'alice', 'q');
select throws_ok($$ select admin.add_loaded_cards() $$, '22023',
  'Loaded card 0b000000-0000-4000-8000-000000000002 names a program that is not there; nothing was added.',
  'a program that is not');
select pg_temp.load_with('0b000000-0000-4000-8000-000000000001', 'alice', 'p');
select throws_ok($$ select admin.add_loaded_cards() $$, '22023',
  'Loaded card 0b000000-0000-4000-8000-000000000001 was loaded twice; nothing was added.', 'a card twice');
select is((select count(*)::integer from admin.cards), 2, 'nothing was added');
select is(admin.discard_loaded_cards(), 2::bigint, 'what was loaded is discarded');

-- All of them are named, up to a limit.
create function pg_temp.detail(statement text) returns text
language plpgsql as $$
declare
  detail text;
begin
  execute statement;
  return 'nothing';
exception when others then
  get stacked diagnostics detail = pg_exception_detail;
  return detail;
end
$$;
select pg_temp.load_with('0b000000-0000-4000-8000-000000000002', 'nobody', 'q');
select pg_temp.load_with('0b000000-0000-4000-8000-000000000001', 'alice', 'q');
select is(pg_temp.detail($$ select admin.add_loaded_cards() $$),
  e'2 cards cannot be added:\n0b000000-0000-4000-8000-000000000001 was loaded twice\n'
    '0b000000-0000-4000-8000-000000000001 names a program that is not there', 'each that stands in the way is named');
delete from vault.loaded_cards;
insert into admin.card_load (card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month, expiry_year)
select ('0c000000-0000-4000-8000-0000000000' || n)::uuid, 'nobody', 'p', pg_temp.sealed(), '1111', 1, 2030
from generate_series(10, 29) n;
select alike(pg_temp.detail($$ select admin.add_loaded_cards() $$), e'20 cards cannot be added:\n%0029 %', 'twenty');
insert into admin.card_load (card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month, expiry_year)
values ('0c000000-0000-4000-8000-000000000030', 'nobody', 'p', pg_temp.sealed(), '1111', 1, 2030);
select matches(pg_temp.detail($$ select admin.add_loaded_cards() $$),
  e'^21 cards cannot be added, the first 20 of them:(\n[^\n]+){20}$', 'and of more the first twenty');
delete from vault.loaded_cards;
insert into admin.card_load (
  card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month, expiry_year, cardholder_name, status)
select ('0c000000-0000-4000-8000-00000000000' || n)::uuid, 'alice', 'p', pg_temp.sealed(), lastfour, month, year, name, status
from (values
  (1, '1111', 1, 2030, 'A', 'active'), (2, '111', 1, 2030, 'A', 'active'), (3, '1111', 13, 2030, 'A', 'active'),
  (4, '1111', 1, 1999, 'A', 'active'), (5, '1111', 1, 2030, '', 'active'), (6, '1111', 1, 2030, repeat('n', 101), 'active'),
  (7, '1111', 1, 2030, 'A', 'live')
) as slips (n, lastfour, month, year, name, status);
select is(regexp_replace(pg_temp.detail($$ select admin.add_loaded_cards() $$), '0c000000-0000-4000-8000-00000000000', '', 'g'),
  e'6 cards cannot be added:\n2 has last four digits that are not four digits\n'
    '3 has an expiry that is no month of 2000 to 2099\n4 has an expiry that is no month of 2000 to 2099\n'
    '5 has a cardholder name that is not of 1 to 100 characters\n6 has a cardholder name that is not of 1 to 100 characters\n'
    '7 has a status that is none', 'what a card may not have is said in our words');
delete from vault.loaded_cards;

-- Pause and allowances.
select admin.pause_provisioning('an incident');
select is((select pause_reason from admin.settings), 'an incident', 'a pause says why');
select admin.resume_provisioning();
select is((select paused_since from admin.settings), null, 'and is lifted');
select throws_ok($$ select admin.pause_provisioning(null) $$, '22004', null, 'a pause has a reason');
select admin.set_allowance('card', 1, interval '1 second');
select admin.set_allowance('cardholder', 1000000, interval '31 days');
select results_eq($$ select card_attempts, card_window, cardholder_attempts, cardholder_window from admin.settings $$,
  $$ values (1, interval '1 second', 1000000, interval '31 days') $$, 'allowances are set, up to their limits');
select throws_ok($$ select admin.set_allowance('card', 0, interval '1 hour') $$, '22003', null, 'not to none');
select throws_ok($$ select admin.set_allowance('card', 1, interval '32 days') $$, '23514', null,
  'nor for longer than 31 days');
select throws_ok($$ select admin.set_allowance('cards', 1, interval '1 hour') $$, '22023', null,
  'nor for anything else');

-- Old attempts. Ids of version 7 carry the time; one whose id is ahead of its time goes by its time.
insert into vault.provisioning_attempts (id, request_id, cardholder, outcome, checks, nonce_policy, created_at)
select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || right(md5(at::text), 19))::uuid,
  gen_random_uuid(), 'alice', 'authorised', '[]', 'leaf', at
from unnest(array['2026-01-01 23:59:59Z', '2026-01-02 00:00:00Z', '2026-01-01 12:00:00Z', '2026-01-03 00:00:00Z']
  ::timestamptz[]) at;
select results_eq(
  $$ select admin.drop_attempts_before('2026-01-02', 1) from generate_series(1, 3) $$,
  $$ values (1::bigint), (1), (0) $$, 'attempts from before a day go, in batches');
select is((select min(created_at) from admin.attempts), '2026-01-02 00:00:00Z', 'and no other');

select * from finish();
rollback;
