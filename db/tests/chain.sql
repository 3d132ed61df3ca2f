-- The record of what administrators did.
begin;
create extension if not exists pgtap;
select plan(17);

select results_eq($$ select intact, actions, head from audit.verify_chain() $$,
  $$ values (true, 0::bigint, null::text) $$, 'an empty chain is intact');

select admin.add_cardholder('alice', 'Alice');
select admin.block_cardholder('alice');
select admin.block_cardholder('alice');
select admin.unblock_cardholder('alice');
create temporary table kept as select head from audit.verify_chain();

select results_eq(
  $$ select number, actor collate "C", verb, subject, details -> 'changed' from audit.actions $$,
  $$ values (1::bigint, session_user::text collate "C", 'add_cardholder', 'alice', 'true'::jsonb),
    (2, session_user, 'block_cardholder', 'alice', 'true'), (3, session_user, 'block_cardholder', 'alice', 'false'),
    (4, session_user, 'unblock_cardholder', 'alice', 'true') $$,
  'each verb is recorded with who did it, and whether it changed anything');
select results_eq($$ select intact, actions, first_bad, problem from audit.verify_chain() $$,
  $$ values (true, 4::bigint, null::bigint, null::text) $$, 'the chain is intact');
select is(
  (select hash from audit.actions where number = 1),
  (select encode(sha256(decode(repeat('00', 32), 'hex') || convert_to(format(
    '[1, "%s", "%s", "add_cardholder", "alice", {"changed": true}]',
    to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), actor), 'UTF8')), 'hex')
   from audit.actions where number = 1),
  'a hash is over the hash before and the row''s own text');
select is((select previous_hash from audit.actions where number = 2), (select hash from audit.actions where number = 1),
  'each row names the one before');
select lives_ok($$ select admin.block_cardholder('alice') $$, 'the chain goes on');
select is((select intact from audit.verify_chain((select head from kept))), true, 'an older head is in it');

-- A verb that fails records nothing.
select throws_ok($$ select admin.block_cardholder('nobody') $$, 'P0002', null, 'a verb that fails');
select is((select actions from audit.verify_chain()), 5::bigint, 'records nothing');

select throws_ok($$ update vault.admin_actions set actor = 'x' $$, '55000', null, 'no row is changed');
select throws_ok($$ delete from vault.admin_actions $$, '55000', null, 'none is deleted');
select throws_ok($$ truncate vault.admin_actions $$, '55000', null, 'nor all of them');

-- By one who owns the table.
alter table vault.admin_actions disable trigger user;
savepoint whole;
update vault.admin_actions set actor = 'somebody else' where number = 2;
select results_eq($$ select intact, first_bad, problem from audit.verify_chain() $$,
  $$ values (false, 2::bigint, 'Action 2 was altered.') $$, 'an altered row is named');
rollback to whole;
delete from vault.admin_actions where number in (2, 3);
select results_eq($$ select intact, first_bad, problem from audit.verify_chain() $$,
  $$ values (false, 4::bigint, 'Action 2 is missing before 4.') $$, 'a removed row is named');
rollback to whole;
-- Swapped, each with its hash made to fit its own text.
update vault.admin_actions set number = number + 100 where number in (2, 3);
update vault.admin_actions set number = 105 - number where number > 100;
update vault.admin_actions a
set hash = vault.action_hash(a.number, a.at, a.actor, a.verb, a.subject, a.details, a.previous_hash);
select results_eq($$ select intact, first_bad, problem from audit.verify_chain() $$,
  $$ values (false, 2::bigint, 'Action 2 does not follow the one before it: it was reordered or put in.') $$,
  'a reordered row is named');
rollback to whole;
delete from vault.admin_actions where number >= 4;
select is((select intact from audit.verify_chain()), true, 'a chain without its tail looks whole');
select results_eq($$ select intact, first_bad, problem from audit.verify_chain((select head from kept)) $$,
  $$ values (false, null::bigint, 'The tail is missing: the chain does not contain the expected head.') $$,
  'until it is held against a head that was kept');

select * from finish();
rollback;
