-- Sealing cards for a newer vault key.
begin;
create extension if not exists pgtap;
select plan(26);

-- What a key sealed for a card: of the right form, and opened by nobody.
create function pg_temp.sealed(key_id text, filling text default '5a', digits integer default 16) returns bytea
language sql as $$ select decode('01' || key_id || '04' || repeat(filling, 64 + digits + 16), 'hex') $$;
create function pg_temp.card(number integer) returns uuid
language sql as $$ select ('0a000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid $$;

select admin.add_cardholder('alice', 'Alice');
select admin.add_program('p', 'Program', 'visa', 'The Card');
select admin.add_card(pg_temp.card(n), 'alice', 'p',
  pg_temp.sealed(case n when 3 then 'bbbbbbbb' else 'aaaaaaaa' end), '1111', 2, 2031, 'ALICE')
from generate_series(1, 5) n;
select admin.add_card('00000000-0000-0000-0000-000000000000', 'alice', 'p', pg_temp.sealed('cccccccc'), '1111', 2,
  2031, 'ALICE');

select set_eq($$ select encode(vault_key_id, 'hex'), cards, loaded from custody.keys_in_use() $$,
  $$ values ('aaaaaaaa', 4::bigint, 0::bigint), ('bbbbbbbb', 1, 0), ('cccccccc', 1, 0) $$, 'each key is counted');
select set_eq($$ select * from admin.vault_keys $$,
  $$ values ('aaaaaaaa', 4::bigint, 0::bigint), ('bbbbbbbb', 1, 0), ('cccccccc', 1, 0) $$,
  'for the administrator as well');

-- Reading.
select results_eq(
  $$ select card_id, cardholder_id, expiry_month, expiry_year, pan_last4, sealed_pan
    from custody.cards_to_rewrap('\xbbbbbbbb', null, 2) $$,
  $$ values ('00000000-0000-0000-0000-000000000000'::uuid, 'alice', 2::smallint, 2031::smallint, '1111',
      pg_temp.sealed('cccccccc')),
    (pg_temp.card(1), 'alice', 2::smallint, 2031::smallint, '1111', pg_temp.sealed('aaaaaaaa')) $$,
  'a batch begins with the first card and has what its seal is bound to');
select results_eq($$ select card_id from custody.cards_to_rewrap('\xbbbbbbbb', pg_temp.card(1), 2) $$,
  $$ values (pg_temp.card(2)), (pg_temp.card(4)) $$, 'the next goes on after the last, past what is sealed for the key');
select results_eq($$ select card_id from custody.cards_to_rewrap('\xbbbbbbbb', pg_temp.card(4), 2) $$,
  $$ values (pg_temp.card(5)) $$, 'the last is what is left');
select is_empty($$ select card_id from custody.cards_to_rewrap('\xbbbbbbbb', pg_temp.card(5), 2) $$, 'and then none');
select is((select count(*)::integer from custody.cards_to_rewrap('\xbbbbbbbb', null, 0)), 1, 'a batch has a card');

-- Replacing.
select is(custody.replace_sealed_pans(
    array[pg_temp.card(1), pg_temp.card(2)],
    array[pg_temp.sealed('aaaaaaaa'), pg_temp.sealed('aaaaaaaa')],
    array[pg_temp.sealed('bbbbbbbb', '01'), pg_temp.sealed('bbbbbbbb', '02')]), 2::bigint,
  'sealed PANs are replaced');
select results_eq(
  $$ select id, sealed_pan from vault.cards where vault_key_id = '\xbbbbbbbb' order by id $$,
  $$ values (pg_temp.card(1), pg_temp.sealed('bbbbbbbb', '01')), (pg_temp.card(2), pg_temp.sealed('bbbbbbbb', '02')),
    (pg_temp.card(3), pg_temp.sealed('bbbbbbbb')) $$, 'each card has its own');
select results_eq(
  $$ select actor collate "C", subject, details - 'digest', length(details ->> 'digest') from audit.actions
    where verb = 'rewrap_cards' $$,
  $$ values (session_user::text collate "C", 'bbbbbbbb', '{"changed": true, "count": 2, "left": 0}'::jsonb, 64) $$,
  'one action says for which key, how many, and a digest');
select is(
  (select details ->> 'digest' from audit.actions where verb = 'rewrap_cards'),
  (select encode(sha256(sha256(uuid_send(pg_temp.card(1)) || pg_temp.sealed('bbbbbbbb', '01'))
    || sha256(uuid_send(pg_temp.card(2)) || pg_temp.sealed('bbbbbbbb', '02'))), 'hex')),
  'which is over the cards and what they hold');

select is(admin.renew_card(pg_temp.card(4), pg_temp.sealed('aaaaaaaa', '77'), 3, 2035), 'not_activated',
  'a card is renewed between reading and replacing');
select is(custody.replace_sealed_pans(
    array[pg_temp.card(4), pg_temp.card(5)],
    array[pg_temp.sealed('aaaaaaaa'), pg_temp.sealed('aaaaaaaa')],
    array[pg_temp.sealed('bbbbbbbb', '04'), pg_temp.sealed('bbbbbbbb', '05')]), 1::bigint,
  'and is left alone');
select is((select sealed_pan from vault.cards where id = pg_temp.card(4)), pg_temp.sealed('aaaaaaaa', '77'),
  'with what the renewal sealed');
select is((select details - 'digest' from audit.actions order by number desc limit 1),
  '{"changed": true, "count": 1, "left": 1}', 'which the action counts');
select is(custody.replace_sealed_pans(
    array[pg_temp.card(5)], array[pg_temp.sealed('aaaaaaaa')], array[pg_temp.sealed('bbbbbbbb', '06')]), 0::bigint,
  'the same again changes nothing');
select is(custody.replace_sealed_pans(
    array[pg_temp.card(3)], array[pg_temp.sealed('bbbbbbbb')], array[pg_temp.sealed('bbbbbbbb', '06')]), 0::bigint,
  'what is sealed for the key already stays');
select is(custody.replace_sealed_pans(
    array[gen_random_uuid()], array[pg_temp.sealed('aaaaaaaa')], array[pg_temp.sealed('bbbbbbbb')]), 0::bigint,
  'a card that is not there is none');

create function pg_temp.replace_one(before bytea, after bytea) returns bigint
language sql as $$ select custody.replace_sealed_pans(array[pg_temp.card(4)], array[before], array[after]) $$;
select throws_ok($$ select pg_temp.replace_one(pg_temp.sealed('aaaaaaaa', '77'), '4111111111111111') $$, '22023',
  'That is not a sealed PAN: passwright vault seal makes one.', 'a clear PAN is no sealed one');
select throws_ok(
  $$ select pg_temp.replace_one(pg_temp.sealed('aaaaaaaa', '77'), pg_temp.sealed('bbbbbbbb', '01', 15)) $$, '22023',
  'A card''s new sealed PAN is as long as the one before.', 'a shorter PAN is another');
select throws_ok($$ select pg_temp.replace_one(null, pg_temp.sealed('bbbbbbbb')) $$, '22023', null,
  'what was before is said');
select throws_ok(
  $$ select custody.replace_sealed_pans(array[pg_temp.card(4), pg_temp.card(5)],
    array[pg_temp.sealed('aaaaaaaa'), pg_temp.sealed('aaaaaaaa')],
    array[pg_temp.sealed('bbbbbbbb'), pg_temp.sealed('dddddddd')]) $$, '22023',
  'New sealed PANs are for one key, and for each card once.', 'two keys are not one');
select throws_ok(
  $$ select custody.replace_sealed_pans(array[pg_temp.card(4), pg_temp.card(4)],
    array[pg_temp.sealed('aaaaaaaa'), pg_temp.sealed('aaaaaaaa')],
    array[pg_temp.sealed('bbbbbbbb'), pg_temp.sealed('bbbbbbbb')]) $$, '22023', null, 'nor is a card two');
select throws_ok($$ select custody.replace_sealed_pans('{}', '{}', '{}') $$, '22023', null, 'and none is nothing');

-- What waits to be added keeps its key from being retired.
insert into admin.card_load (card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month, expiry_year)
values (gen_random_uuid(), 'alice', 'p', pg_temp.sealed('dddddddd'), '1111', 1, 2030);
select set_eq($$ select vault_key_id, loaded from admin.vault_keys where loaded > 0 $$,
  $$ values ('dddddddd', 1::bigint) $$, 'a loaded card counts before it is added');
select is((select intact from audit.verify_chain()), true, 'the chain is intact');

select * from finish();
rollback;
