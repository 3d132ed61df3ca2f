-- What an administrator types is looked at: every argument of every verb, and every text that is shown to somebody.
begin;
create extension if not exists pgtap;
select plan(63 + (
  select sum(p.pronargs)::integer from pg_proc p where p.pronamespace = 'admin'::regnamespace));

-- A value of each type that is not wrong in itself: nothing but the argument in question is looked at.
create temporary table plain (type regtype, value text);
insert into plain values
  ('text', $$'x'$$), ('text[]', $$'{x}'$$), ('uuid', $$gen_random_uuid()$$), ('bytea', $$'\x00'$$), ('integer', '1'),
  ('boolean', 'false'), ('date', $$'2026-01-01'$$), ('interval', $$'1 hour'$$);

create temporary view arguments as
select p.proname as verb, place, p.proargnames[place] as argument, types.type,
  coalesce(pg_get_function_arg_default(p.oid, place::integer) ilike 'null%', false) as may_be_null,
  (select string_agg(plain.value || '::' || plain.type, ', ' order by other)
    from unnest(p.proargtypes::oid[]) with ordinality others (oid, other) join plain on plain.type = others.oid
    where other < place) as before,
  (select string_agg(plain.value || '::' || plain.type, ', ' order by other)
    from unnest(p.proargtypes::oid[]) with ordinality others (oid, other) join plain on plain.type = others.oid
    where other > place) as behind
from pg_proc p cross join lateral unnest(p.proargtypes::oid[]) with ordinality kinds (oid, place)
cross join lateral (select kinds.oid::regtype as type) types
where p.pronamespace = 'admin'::regnamespace;

-- What a call says where the argument is this.
create function pg_temp.said(called arguments, typed text) returns text
language plpgsql as $$
begin
  execute format('set local role passwright_admin');
  execute format('select admin.%I(%s)', called.verb, concat_ws(', ', called.before, typed || '::' || called.type, called.behind));
  reset role;
  return 'nothing';
exception when others then
  reset role;
  return sqlerrm;
end
$$;

select is((select count(*)::integer from arguments a where not exists (select from plain where plain.type = a.type)), 0,
  'each type that a verb takes is tried');

select case when a.may_be_null
  then isnt(pg_temp.said(a, 'null'), format('%s needs %s: it is null.', a.verb, a.argument), format('%s may be null for %s', a.argument, a.verb))
  else is(pg_temp.said(a, 'null'), format('%s needs %s: it is null.', a.verb, a.argument), format('%s says that it needs %s', a.verb, a.argument))
end
from arguments a order by a.verb, a.place;
select is((select string_agg(a.verb || '.' || a.argument, ' ' order by a.verb) from arguments a where a.may_be_null),
  'add_program.default_product_type renew_card.pan_last4', 'these two may be null');

select is(pg_temp.said(a, quote_literal(typed)), expected, format('%s for %s', typed, a.verb))
from (select (now() at time zone 'UTC')::date) days (today) cross join lateral (values
  ('drop_attempts_before', 'day', 'infinity', 'drop_attempts_before takes a day from 1970-01-01 to 9999-12-31: day is none.'),
  ('drop_attempts_before', 'day', '-infinity', 'drop_attempts_before takes a day from 1970-01-01 to 9999-12-31: day is none.'),
  ('drop_attempts_before', 'day', '1969-12-31', 'drop_attempts_before takes a day from 1970-01-01 to 9999-12-31: day is none.'),
  ('drop_attempts_before', 'day', '10000-01-01', 'drop_attempts_before takes a day from 1970-01-01 to 9999-12-31: day is none.'),
  ('drop_attempts_before', 'day', '1970-01-01', 'nothing'),
  ('drop_attempts_before', 'day', '9999-12-31', format('Attempts of today and later stay: drop_attempts_before takes no day after %s (UTC).', today)),
  ('drop_attempts_before', 'day', (today + 1)::text, format('Attempts of today and later stay: drop_attempts_before takes no day after %s (UTC).', today)),
  ('drop_attempts_before', 'day', today::text, 'nothing'),
  ('set_allowance', 'per', '178000000 years', 'set_allowance takes a span of time that ends: per is none.'),
  ('set_allowance', 'per', '-178000000 years', 'set_allowance takes a span of time that ends: per is none.'),
  ('add_program', 'product_types', '{GOLD,NULL}', 'add_program takes no null among its product_types.')
) typed (verb, argument, typed, expected) join arguments a on a.verb = typed.verb and a.argument = typed.argument;

-- Each number, past either end.
select is(pg_temp.said(a, quote_literal(typed)), format('%s takes a number from 1 on, and not so large a one: %s.', a.verb, a.argument),
  format('%s for %s of %s', typed, a.argument, a.verb))
from arguments a cross join (values ('0'), ('-2147483648'), ('2147483647')) numbers (typed)
where a.type = 'integer'::regtype order by a.verb, a.place, typed;

-- Nothing was done, and nothing recorded, but for the two days that are days.
select is((select count(*)::integer from vault.admin_actions), 2, 'what was refused left no trace');

-- Every text that is shown to somebody.
select admin.add_cardholder('alice', 'Alice');
select admin.add_program('p', 'Program', 'visa', 'The Card');
create temporary table fixed as select decode('01aabbccdd04' || repeat('5a', 96), 'hex') as sealed;
select throws_ok(statement, '22023', format('A control character is in a text for %s: nothing was stored.', what),
  'refused: ' || statement)
from (values
  ($$ select admin.add_cardholder(e'e\nve', 'Eve') $$, 'a cardholder'),
  ($$ select admin.add_cardholder('eve', e'Eve\t') $$, 'a cardholder'),
  ($$ select admin.add_program('q', e'Q\u0007', 'visa', 'P') $$, 'a program'),
  ($$ select admin.add_program('q', 'Q', 'visa', e'Q\u202Eevil') $$, 'a program'),
  ($$ select admin.add_card(gen_random_uuid(), 'alice', 'p', (select sealed from fixed), '1111', 1, 2031, e'A\u001B[2J') $$,
    'a card'),
  ($$ select admin.pause_provisioning(e'one\r\ntwo') $$, 'a pause')
) typed (statement, what);
insert into admin.card_load (card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month, expiry_year, cardholder_name)
values (gen_random_uuid(), 'alice', 'p', (select sealed from fixed), '1111', 1, 2031, e'ALICE\u000B');
select throws_ok($$ select admin.add_loaded_cards() $$, '22023', 'A control character is in a text for a card: nothing was stored.',
  'refused: in what was loaded');
select admin.discard_loaded_cards();

select is(vault.hides_something(typed), expected, format('%s: %s', what, expected))
from (values
  ('Zoë O''Neil-Łuński 3rd', false, 'a name with marks'), ('山田 太郎', false, 'a name of other letters'),
  ('محمد', false, 'a name from right to left'), ('', false, 'nothing'), (' ', false, 'a space'), (U&'a\00A0b', false, 'a hard space'),
  ('👩‍👩‍👧', false, 'joined signs'),
  (U&'a\0001', true, 'the first'), (U&'a\001F', true, 'the last'), (U&'a\007F', true, 'delete'), (U&'a\0080', true, 'C1'),
  (U&'a\009F', true, 'the last of C1'), (U&'a\200E', true, 'a mark'), (U&'a\202A', true, 'the first that turns'),
  (U&'a\202E', true, 'the last'), (U&'a\2066', true, 'an isolate'), (U&'a\2069', true, 'its end'),
  (U&'a\2028', true, 'a line'), (U&'a\FEFF', true, 'a byte order mark'), (U&'a\200B', true, 'a space without width')
) typed (typed, expected, what);

select is((select count(*)::integer from pg_proc p where p.pronamespace = 'admin'::regnamespace and p.pronargs > 0
  and p.prosrc not like '%vault.look_at_argument(%'), 0, 'no verb is without its door');

select * from finish();
rollback;
