-- The verbs for cardholders, programs and cards.
begin;
create extension if not exists pgtap;
select plan(46);

create temporary table fixed as select
  '0a000000-0000-4000-8000-000000000001'::uuid as card,
  decode('01aabbccdd04' || repeat('5a', 96), 'hex') as sealed;

-- What a statement gives, or its SQLSTATE.
create function pg_temp.gives(statement text) returns text
language plpgsql as $$
declare
  result text;
begin
  execute statement into result;
  return result;
exception
  when others then return sqlstate;
end
$$;

-- What a verb makes of the card in a state, or its SQLSTATE. A verb that is refused must leave the card as it was.
create function pg_temp.moved(verb text, state text) returns text
language plpgsql as $$
declare
  before vault.cards;
  result text;
  after vault.cards;
begin
  update vault.cards set status = state, activated_at = now(), expiry_month = 2, expiry_year = 2031,
    status_before_block = case state when 'blocked' then 'frozen' end
  returning * into before;
  result := pg_temp.gives(format('select admin.%I(%L%s)', verb, (select card from fixed),
    case verb when 'renew_card' then format(', %L, 3, 2035', (select sealed from fixed)) end));
  select * into after from vault.cards;
  if result in ('enabled', 'disabled') then
    return case when after.status = before.status and after.in_app_provisioning = (result = 'enabled') then result
      else 'the card is otherwise' end;
  elsif result ~ '^[0-9A-Z]{5}$' then
    return case when after is not distinct from before then result else 'refused, and yet changed' end;
  end if;
  return case when after.status = result then result else 'the card is otherwise' end;
end
$$;

select is(admin.add_cardholder('alice', 'Alice'), 'alice', 'a cardholder is added');
select is(admin.add_cardholder('alice', 'Alice'), 'alice', 'adding him again changes nothing');
select throws_ok($$ select admin.add_cardholder('alice', 'Alison') $$, '23505', null, 'not under another name');
select throws_ok($$ select admin.add_cardholder('', 'Nobody') $$, '23514', null, 'an id has a byte');
select lives_ok($$ select admin.add_cardholder(repeat('x', 128), 'Long') $$, 'an id has 128 bytes');
select throws_ok($$ select admin.add_cardholder(repeat('x', 129), 'Longer') $$, '23514', null, 'and not 129');
select throws_ok($$ select admin.add_cardholder(repeat('é', 65), 'Bytes') $$, '23514', null, 'counted in bytes');
select is(admin.block_cardholder('alice'), 'blocked', 'a cardholder is blocked');
select is(admin.block_cardholder('alice'), 'blocked', 'and again');
select is(admin.unblock_cardholder('alice'), 'not blocked', 'and unblocked');
select throws_ok($$ select admin.block_cardholder('nobody') $$, 'P0002', 'There is no cardholder nobody.',
  'one who is not there is a sentence');

select is(admin.add_program('p', 'Program', 'mastercard', 'The Card', '{GOLD,PLAIN}', 'PLAIN'), 'p',
  'a program is added');
select is(admin.add_program('p', 'Program', 'mastercard', 'The Card', '{GOLD,PLAIN}', 'PLAIN'), 'p',
  'adding it again changes nothing');
select throws_ok($$ select admin.add_program('p', 'Program', 'visa', 'The Card') $$, '23505', null,
  'not with other values');
select throws_ok($$ select admin.add_program('q', 'Q', 'Visa', 'Q') $$, '23514', null, 'a network has one spelling');
select throws_ok($$ select admin.add_program('q', 'Q', 'visa', 'Q', '{A}', 'B') $$, '23514', null,
  'the default product type is one of those allowed');
select throws_ok($$ select admin.add_program('q', 'Q', 'visa', 'Q', '{"A B"}') $$, '23514', null,
  'a product type has no space');
select throws_ok($$ select admin.add_program('q', 'Q', 'visa', 'Q', array[repeat('A', 65)]) $$, '23514', null,
  'a product type has at most 64 letters');
select is(admin.set_activation('p', 'mastercard_tav4', 'tav'), 'mastercard_tav4', 'its activation is set');
select throws_ok($$ select admin.set_activation('p', 'visa_mbpac', 'wsd') $$, '23514', null,
  'not to another network''s provider');
select throws_ok($$ select admin.set_activation('p', 'discover_x', 'k') $$, '23514', null, 'nor to one that is not there');
select throws_ok($$ select admin.set_activation('p', 'issuer_otp', '../k') $$, '23514', null,
  'nor to a key outside the folder');
select throws_ok($$ select admin.set_activation('p', 'issuer_otp', null) $$, '22004', null, 'nor without a key');
select throws_ok($$ select admin.disable_program('q') $$, 'P0002', null, 'a program that is not there is a sentence');

select lives_ok(
  $$ select admin.add_card(card, 'alice', 'p', sealed, '1111', 2, 2031, 'ALICE') from fixed $$, 'a card is added');
select lives_ok(
  $$ select admin.add_card(card, 'alice', 'p', sealed, '1111', 2, 2031, 'ALICE') from fixed $$,
  'adding it again changes nothing');
select results_eq($$ select status, in_app_provisioning, refusal from admin.cards $$,
  $$ values ('not_activated', true, 'card_not_activated') $$, 'it is not activated');
select throws_ok($$ select admin.add_card(card, 'alice', 'p', sealed, '1112', 2, 2031, 'ALICE') from fixed $$,
  '23505', null, 'not with other values');
select throws_ok(
  $$ select admin.add_card(gen_random_uuid(), 'nobody', 'p', sealed, '1111', 2, 2031, 'A') from fixed $$, 'P0002',
  null, 'a card has a cardholder');
select throws_ok(
  $$ select admin.add_card(gen_random_uuid(), 'alice', 'p', '4111111111111111', '1111', 2, 2031, 'A') $$, '22023',
  'That is not a sealed PAN: passwright vault seal makes one.', 'a clear PAN is not a sealed one');
select throws_ok(
  $$ select admin.add_card(gen_random_uuid(), 'alice', 'p', sealed, '1111', 2, 2031, '4111111111111111') from fixed $$,
  '22023', null, 'nor is it a name');
select results_eq(
  $$ select length, pg_temp.gives(format(
        'select ''done'' from admin.add_card(gen_random_uuid(), ''alice'', ''p'', %L, ''1111'', 2, 2031, ''A'')',
        decode('01aabbccdd04' || repeat('5a', length - 6), 'hex')))
    from unnest(array[97, 98, 105, 106]) length $$,
  $$ values (97, '22023'), (98, 'done'), (105, 'done'), (106, '22023') $$,
  'a sealed PAN has the length of 12 to 19 digits');
delete from vault.cards where id <> (select card from fixed);

-- Every verb from every state.
select results_eq(
  $$ select verb, string_agg(pg_temp.moved(verb, state), ' ' order by position)
    from unnest(array['activate_card', 'freeze_card', 'unfreeze_card', 'block_card', 'unblock_card', 'report_lost',
      'report_stolen', 'close_card', 'renew_card', 'disable_card', 'enable_card']) with ordinality as verbs (verb, row)
    cross join unnest(array['not_activated', 'active', 'frozen', 'blocked', 'lost', 'stolen', 'expired', 'closed'])
      with ordinality as states (state, position)
    group by verb, row order by row $$,
  $$ values
    --                not_activated active frozen blocked lost stolen expired closed
    ('activate_card', 'active active 55000 55000 55000 55000 55000 55000'),
    ('freeze_card', '55000 frozen frozen 55000 55000 55000 55000 55000'),
    ('unfreeze_card', '55000 active active 55000 55000 55000 55000 55000'),
    ('block_card', '55000 blocked blocked blocked 55000 55000 55000 55000'),
    ('unblock_card', '55000 active frozen frozen 55000 55000 55000 55000'),
    ('report_lost', 'lost lost lost lost lost 55000 55000 55000'),
    ('report_stolen', 'stolen stolen stolen stolen 55000 stolen 55000 55000'),
    ('close_card', 'closed 55000 55000 55000 closed closed closed closed'),
    ('renew_card', 'not_activated active frozen blocked 55000 55000 active 55000'),
    ('disable_card', 'disabled disabled disabled disabled disabled disabled disabled disabled'),
    ('enable_card', 'enabled enabled enabled enabled enabled enabled enabled enabled') $$,
  'a card moves as drawn, and in no other way');
select set_eq(
  $$ select proname::text from pg_proc where pronamespace = 'admin'::regnamespace
      and proargnames[1] = 'card_id' and proname <> 'add_card' $$,
  $$ values ('activate_card'), ('freeze_card'), ('unfreeze_card'), ('block_card'), ('unblock_card'), ('report_lost'),
    ('report_stolen'), ('close_card'), ('renew_card'), ('disable_card'), ('enable_card') $$,
  'and no other verb moves a card');
select is(pg_temp.moved('freeze_card', 'lost'), '55000', 'a wrong transition is an exception');
select throws_ok(format('select admin.freeze_card(%L)', (select card from fixed)), '55000',
  'Card 0a000000-0000-4000-8000-000000000001 is lost: freeze_card needs a card that is active.', 'with a sentence');
select throws_ok($$ select admin.freeze_card(gen_random_uuid()) $$, 'P0002', null,
  'a card that is not there is a sentence');

-- The date.
update vault.cards set status = 'active', expiry_year = 2020;
select is((select status from admin.cards), 'expired', 'a card past its date is expired');
select throws_ok(format('select admin.freeze_card(%L)', (select card from fixed)), '55000', null,
  'and moves as an expired one');

-- Renewal.
create function pg_temp.renewed(month integer, year integer) returns text
language sql as $$
  select pg_temp.gives(format('select admin.renew_card(%L, %L, %s, %s)', card, sealed, month, year)) from fixed
$$;
select is(pg_temp.renewed(2, 2020), '22023', 'renewing to the same past date is refused');
select is(pg_temp.renewed(3, 2021), '22023', 'so is renewing to another past date');
select is(pg_temp.renewed(2, 2040), 'active', 'an expired card becomes active by renewal');
select is(pg_temp.renewed(2, 2040), 'active', 'and again');
select is(pg_temp.renewed(1, 2040), '22023', 'not to an earlier date');
update vault.cards set status = 'blocked', status_before_block = 'active', expiry_year = 2020;
select is(pg_temp.renewed(2, 2041), 'blocked', 'renewing unblocks nothing');
select results_eq(
  $$ select state, pg_temp.moved('close_card', state), pg_temp.renewed(12, 2050)
    from unnest(array['lost', 'stolen']) state $$,
  $$ values ('lost', 'closed', '55000'), ('stolen', 'closed', '55000') $$, 'a closed card is not renewed');

select * from finish();
rollback;
