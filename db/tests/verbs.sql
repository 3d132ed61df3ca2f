-- Every verb and every question, used well and used badly, each as the role whose door it is behind.
begin;
create extension if not exists pgtap;

create temporary table uses (
  place integer generated always as identity, role text not null, verb text not null, good text not null,
  bad text, sqlstate text);
grant select on uses to public;

create function pg_temp.card(number integer) returns text
language sql as $$ select format('''0a000000-0000-4000-8000-%s''', lpad(number::text, 12, '0')) $$;
create function pg_temp.sealed(key text default 'aabbccdd') returns text
language sql as $$ select format('''\x01%s04%s''', key, repeat('5a', 96)) $$;

-- In an order in which each good use works. Where there is no bad one, there is no argument to get wrong.
insert into uses (role, verb, good, bad, sqlstate)
select role, verb, replace(replace(good, '$card', pg_temp.card(1)), '$sealed', pg_temp.sealed()),
  replace(replace(bad, '$card', pg_temp.card(9)), '$sealed', pg_temp.sealed()), sqlstate
from (values
  ('admin', 'add_cardholder', $$'alice', 'Alice'$$, $$'alice', 'Alison'$$, '23505'),
  ('admin', 'block_cardholder', $$'alice'$$, $$'nobody'$$, 'P0002'),
  ('admin', 'unblock_cardholder', $$'alice'$$, $$'nobody'$$, 'P0002'),
  ('admin', 'add_program', $$'p', 'Program', 'visa', 'The Card'$$, $$'q', 'Q', 'Visa', 'Q'$$, '23514'),
  ('admin', 'set_activation', $$'p', 'issuer_otp', 'otp'$$, $$'p', 'issuer_otp', '../otp'$$, '23514'),
  ('admin', 'disable_program', $$'p'$$, $$'q'$$, 'P0002'),
  ('admin', 'enable_program', $$'p'$$, $$'q'$$, 'P0002'),
  ('admin', 'add_card', $$$card, 'alice', 'p', $sealed, '1111', 2, 2031, 'ALICE'$$,
    $$$card, 'alice', 'p', '\x00', '1111', 2, 2031, 'ALICE'$$, '22023'),
  ('admin', 'activate_card', '$card', '$card', 'P0002'),
  ('admin', 'freeze_card', '$card', '$card', 'P0002'),
  ('admin', 'unfreeze_card', '$card', '$card', 'P0002'),
  ('admin', 'block_card', '$card', '$card', 'P0002'),
  ('admin', 'unblock_card', '$card', '$card', 'P0002'),
  ('admin', 'disable_card', '$card', '$card', 'P0002'),
  ('admin', 'enable_card', '$card', '$card', 'P0002'),
  ('admin', 'renew_card', '$card, $sealed, 3, 2035', '$card, $sealed, 3, 2035', 'P0002'),
  ('admin', 'add_loaded_cards', '', null, null),
  ('admin', 'discard_loaded_cards', '', null, null),
  ('admin', 'pause_provisioning', $$'an incident'$$, $$''$$, '23514'),
  ('server', 'readiness', '', null, null),
  ('admin', 'resume_provisioning', '', null, null),
  ('admin', 'set_allowance', $$'card', 10, '1 hour'$$, $$'card', 0, '1 hour'$$, '22003'),
  ('admin', 'drop_attempts_before', $$'2026-01-01'$$, $$'2026-02-30'$$, '22008'),
  ('server', 'authorise_provisioning',
    $$'0b000000-0000-7000-8000-000000000001', gen_random_uuid(), 'alice', $card, 'watch', '1.0', null,
      array[sha256('n')], 'leaf', null, '[]'$$,
    $$gen_random_uuid(), gen_random_uuid(), 'alice', $card, 'watch', '1.0', null, array[sha256('n')], 'leaf', null,
      '{}'$$, '23514'),
  ('server', 'fail_attempt', $$'0b000000-0000-7000-8000-000000000001', 'vault_cannot_open', '[]'$$, null, null),
  ('server', 'record_refusal',
    $$gen_random_uuid(), gen_random_uuid(), 'alice', $card, null, null, 'APPLE_PAY_INVALID_DATA', 'missing_field',
      'leaf', '[]'$$,
    $$gen_random_uuid(), gen_random_uuid(), 'alice', $card, null, null, 'free text', 'missing_field', 'leaf', '[]'$$,
    '23514'),
  ('server', 'cards_of', $$'alice'$$, null, null),
  ('server', 'enabled_programs', '', null, null),
  ('server', 'vault_keys_in_use', '', null, null),
  ('server', 'vault_keys_needed', '', null, null),
  ('server', 'purge_expired', '', null, null),
  ('custodian', 'keys_in_use', '', null, null),
  ('custodian', 'cards_to_rewrap', $$'\x00000000', null, 10$$, null, null),
  ('custodian', 'replace_sealed_pans',
    $$array[$card::uuid], array[$sealed::bytea], array[overlay($sealed::bytea placing '\x11223344'::bytea from 2)]$$,
    $$array[$card::uuid], array[$sealed::bytea], array['\x00'::bytea]$$, '22023'),
  ('admin', 'report_stolen', '$card', '$card', 'P0002'),
  ('admin', 'close_card', '$card', '$card', 'P0002'),
  ('admin', 'report_lost', $$'0a000000-0000-4000-8000-000000000002'$$, '$card', 'P0002'),
  ('auditor', 'verify_chain', '', null, null)
) as written (role, verb, good, bad, sqlstate);

select plan(3 + 2 * count(*)::integer + count(bad)::integer) from uses;

select set_eq(
  $$ select case role when 'auditor' then 'audit' when 'custodian' then 'custody' else role end || '.' || verb from uses $$,
  $$ select p.pronamespace::regnamespace || '.' || p.proname from pg_proc p
    where p.pronamespace::regnamespace::text in ('admin', 'server', 'audit', 'custody') $$,
  'every function behind a door is used here');

-- What a statement as a role comes to.
create function pg_temp.tried(who text, statement text) returns text
language plpgsql as $$
begin
  execute format('set local role %I', 'passwright_' || who);
  execute statement;
  reset role;
  return 'done';
exception
  when others then return sqlstate;
end
$$;
create function pg_temp.statement(role text, verb text, arguments text) returns text
language sql as $$
  select format('select %s.%s(%s)',
    case role when 'auditor' then 'audit' when 'custodian' then 'custody' else role end, verb, arguments)
$$;

-- A second card, for report_lost.
create function pg_temp.second_card() returns text
language sql as $$
  select admin.add_card(pg_temp_card::uuid, 'alice', 'p', sealed::bytea, '1111', 2, 2031, 'ALICE')::text
  from (values ('0a000000-0000-4000-8000-000000000002', trim('''' from pg_temp.sealed()))) v (pg_temp_card, sealed)
$$;

-- One verb after another: a good use works, the same again works too, and a bad use is refused.
create function pg_temp.used() returns setof text
language plpgsql as $$
declare
  use record;
begin
  for use in select * from uses order by place loop
    if use.verb = 'report_lost' then perform pg_temp.second_card(); end if;
    return next is(pg_temp.tried(use.role, pg_temp.statement(use.role, use.verb, use.good)), 'done',
      use.verb || ', as it is meant');
    return next is(pg_temp.tried(use.role, pg_temp.statement(use.role, use.verb, use.good)),
      case use.verb when 'authorise_provisioning' then '23505' else 'done' end, use.verb || ', again');
    if use.bad is not null then
      return next is(pg_temp.tried(use.role, pg_temp.statement(use.role, use.verb, use.bad)),
        use.sqlstate, use.verb || ', as it is not meant');
    end if;
  end loop;
end
$$;
select * from pg_temp.used();

-- What an administrator did is recorded whether it changed anything or not, and what was refused is not.
select results_eq(
  $$ select a.verb, count(*), count(*) filter (where (a.details ->> 'changed')::boolean) from audit.actions a
    where a.verb in ('block_cardholder', 'freeze_card', 'report_lost', 'pause_provisioning') group by 1 order by 1 $$,
  $$ values ('block_cardholder', 2::bigint, 1::bigint), ('freeze_card', 2, 1), ('pause_provisioning', 2, 1),
    ('report_lost', 2, 1) $$, 'a verb is recorded when it is repeated, and not when it is refused');
select set_eq(
  $$ select distinct verb from audit.actions $$,
  $$ select verb from uses where role = 'admin' union values ('rewrap_cards') $$,
  'each verb that changes something leaves its name in the record');

select * from finish();
rollback;
