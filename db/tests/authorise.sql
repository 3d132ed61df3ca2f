-- The order of a provisioning's reasons, and what it counts.
begin;
create extension if not exists pgtap;
select plan(32);

select admin.add_cardholder('alice', 'Alice');
select admin.add_cardholder('bob', 'Bob');
select admin.add_program('p', 'Program', 'visa', 'The Card', '{GOLD}');
select admin.add_card('0a000000-0000-4000-8000-000000000001', 'alice', 'p',
  decode('01aabbccdd04' || repeat('5a', 96), 'hex'), '1111', 2, 2031, 'ALICE');

create function pg_temp.asked(
  caller text default 'alice', card uuid default '0a000000-0000-4000-8000-000000000001',
  product_type text default null, nonce text default gen_random_uuid()::text) returns text
language sql as $$
  select coalesce(refusal, 'authorised')
  from server.authorise_provisioning(gen_random_uuid(), gen_random_uuid(), caller, card, 'watch', '1.0',
    product_type, array[sha256(nonce::bytea)], 'leaf', sha256('authcode'), '[]')
$$;

-- Everything is wrong at once; one after another is put right, and the next reason shows.
select admin.set_allowance('card', 1, interval '1 hour');
select admin.set_allowance('cardholder', 1, interval '1 hour');
insert into vault.used_nonces values (sha256('used'), gen_random_uuid(), now() + interval '1 hour');
insert into vault.card_attempts values ('0a000000-0000-4000-8000-000000000001', now(), 1);
insert into vault.cardholder_attempts values ('alice', now(), 1);
select admin.block_cardholder('alice');
select admin.disable_program('p');
select admin.disable_card('0a000000-0000-4000-8000-000000000001');
select admin.pause_provisioning('tests');

create function pg_temp.wrong(caller text default 'alice') returns text
language sql as $$ select pg_temp.asked(caller, product_type => 'SILVER', nonce => 'used') $$;

select is(pg_temp.wrong('bob'), 'provisioning_paused', 'a pause comes first, also before 404');
select admin.resume_provisioning();
select is(pg_temp.wrong('bob'), 'card_not_found', 'then whose card it is');
select is(pg_temp.wrong(), 'card_not_activated', 'then its state');
select admin.activate_card('0a000000-0000-4000-8000-000000000001');
select is(pg_temp.wrong(), 'cardholder_blocked', 'then its holder');
select admin.unblock_cardholder('alice');
select is(pg_temp.wrong(), 'program_disabled', 'then its program');
select admin.enable_program('p');
select is(pg_temp.wrong(), 'card_disabled', 'then its switch');
select admin.enable_card('0a000000-0000-4000-8000-000000000001');
select is(pg_temp.wrong(), 'network_unsupported', 'then whether its activation is built');
select admin.set_activation('p', 'issuer_otp', 'otp');
select is(pg_temp.wrong(), 'invalid_field', 'then the product type');
create function pg_temp.replayed() returns text
language sql as $$ select pg_temp.asked(product_type => 'GOLD', nonce => 'used') $$;
select is(pg_temp.replayed(), 'card_allowance', 'then the card''s allowance');
select admin.set_allowance('card', 100, interval '1 hour');
select is(pg_temp.replayed(), 'cardholder_allowance', 'then the cardholder''s');
select admin.set_allowance('cardholder', 100, interval '1 hour');
select is(pg_temp.replayed(), 'nonce_replayed', 'then the nonce, last');
select is(pg_temp.asked(product_type => 'GOLD'), 'authorised', 'and a fresh one is authorised');

select results_eq(
  $$ select outcome, error, reason, count(*) from admin.attempts group by 1, 2, 3 order by 1, 2, 3 $$,
  $$ values ('authorised', null::text, null::text, 1::bigint),
    ('refused', 'APPLE_PAY_INVALID_DATA', 'invalid_field', 1),
    ('refused', 'APPLE_PAY_INVALID_DATA', 'nonce_replayed', 1),
    ('refused', 'APPLE_PAY_NOT_AVAILABLE', 'card_disabled', 1),
    ('refused', 'APPLE_PAY_NOT_AVAILABLE', 'card_not_activated', 1),
    ('refused', 'APPLE_PAY_NOT_AVAILABLE', 'cardholder_blocked', 1),
    ('refused', 'APPLE_PAY_NOT_AVAILABLE', 'network_unsupported', 1),
    ('refused', 'APPLE_PAY_NOT_AVAILABLE', 'program_disabled', 1),
    ('refused', 'APPLE_PAY_PROVISIONING_UNAVAILABLE', 'provisioning_paused', 1),
    ('refused', 'CARD_NOT_FOUND', 'card_not_found', 1),
    ('refused', 'TOO_MANY_REQUESTS', 'card_allowance', 1),
    ('refused', 'TOO_MANY_REQUESTS', 'cardholder_allowance', 1) $$,
  'every attempt has its row, with its error');
select is((select count(*)::integer from vault.used_nonces), 2, 'only what was authorised used a nonce up');
select is((select count(*)::integer from admin.attempts where authcode_digest is not null), 0,
  'what has no authcode in its activation data keeps no digest of one');
select is((select count(*)::integer from admin.attempts where card is not null), 10,
  'the card is named where it is the caller''s');
-- 1 of the fixture; 9 of alice's own: neither the pause nor the two that an allowance refused.
select results_eq(
  $$ select (select attempts from vault.card_attempts),
      (select attempts from vault.cardholder_attempts where cardholder = 'alice'),
      (select attempts from vault.cardholder_attempts where cardholder = 'bob') $$,
  $$ values (9, 9, 1) $$, 'what a pause or an allowance refused is not counted, and another''s attempt on its caller');

-- Windows.
select admin.set_allowance('card', 10, interval '1 hour');
select is(pg_temp.asked(), 'authorised', 'the last of the allowance is let through');
select is(pg_temp.asked(), 'card_allowance', 'one past the allowance is refused');
update vault.card_attempts set window_opened_at = now() - interval '59 minutes 59 seconds';
select is(pg_temp.asked(), 'card_allowance', 'until its window closes');
update vault.card_attempts set window_opened_at = now() - interval '1 hour';
select is(pg_temp.asked(), 'authorised', 'then a new one opens');
select is((select attempts from vault.card_attempts), 1, 'with this attempt as its first');

-- Authcodes.
select admin.set_activation('p', 'visa_mbpac', 'visa');
select is(pg_temp.asked(), 'authorised', 'a program of Visa''s own activation data is authorised');
select is(pg_temp.asked(nonce => 'used'), 'nonce_replayed', 'and its replay is not');
select results_eq(
  $$ select outcome, authcode_digest from admin.attempts where authcode_digest is not null $$,
  $$ values ('authorised', sha256('authcode')) $$, 'what was authorised alone keeps its authcode''s digest');

-- What a server must have keys for.
select admin.add_program('unset', 'Unset', 'amex', 'The Card');
select admin.add_program('off', 'Off', 'visa', 'The Card');
select admin.set_activation('off', 'issuer_otp', 'otp');
select admin.disable_program('off');
select admin.add_program('later', 'Later', 'mastercard', 'The Card', payload_configuration => 2);
select admin.set_activation('later', 'mastercard_tav4', 'tav');
select results_eq(
  'select id, activation_provider, activation_key from server.enabled_programs()',
  $$ values ('later', null::text, null::text), ('p', 'visa_mbpac', 'visa'), ('unset', null, null) $$,
  'a server is told of the programs that are enabled, and of the providers that are built');
select admin.enable_program('off');
select results_eq(
  $$ select activation_provider, activation_key from server.enabled_programs() where id = 'off' $$,
  $$ values ('issuer_otp', 'otp') $$, 'and of one that is enabled again');

-- What does not belong in the record.
select throws_ok($$ select server.authorise_provisioning(gen_random_uuid(), gen_random_uuid(), 'alice',
  '0a000000-0000-4000-8000-000000000001', 'watch', '1.0', null, '{}', 'leaf', null, '[]') $$, '22023', null,
  'a provisioning without a nonce digest is our mistake');
select throws_ok($$ select server.authorise_provisioning(gen_random_uuid(), gen_random_uuid(), 'alice',
  '0a000000-0000-4000-8000-000000000001', 'watch', '1.0', null, array['\x00'::bytea], 'leaf', null, '[]') $$, '23514',
  null, 'a digest has 32 bytes');
select throws_ok($$ select server.authorise_provisioning(gen_random_uuid(), gen_random_uuid(), 'alice',
  '0a000000-0000-4000-8000-000000000001', 'tablet', '1.0', null, array[sha256('x')], 'leaf', null, '[]') $$, '23514',
  null, 'a device is a phone or a watch');
select throws_ok($$ select server.authorise_provisioning(gen_random_uuid(), gen_random_uuid(), 'alice',
  '0a000000-0000-4000-8000-000000000001', 'watch', repeat('1', 51), null, array[sha256('x')], 'leaf', null, '[]') $$,
  '23514', null, 'an app version has at most 50 characters');
select lives_ok($$ select server.authorise_provisioning(gen_random_uuid(), gen_random_uuid(), 'alice',
  '0a000000-0000-4000-8000-000000000001', 'watch', repeat('1', 50), null, array[sha256('x')], 'leaf', null, '[]') $$,
  'and 50 at most');

select * from finish();
rollback;
