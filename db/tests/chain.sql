-- The record of what administrators did.
begin;
create extension if not exists pgtap;
select plan(37);

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

-- By one who owns the table. What each of these changes leaves, held against the head of action 5 and without it.
alter table vault.admin_actions disable trigger user;
alter table vault.admin_actions drop constraint admin_actions_pkey;
alter table vault.admin_actions alter number drop not null, alter at drop not null, alter actor drop not null,
  alter verb drop not null, alter subject drop not null, alter details drop not null,
  alter previous_hash drop not null, alter hash drop not null;

-- Takes the hashes of some rows anew, each over the one before.
create function pg_temp.hash_anew(from_number bigint, to_number bigint) returns void
language plpgsql as $$
begin
  for turn in from_number .. to_number loop
    update vault.admin_actions a
    set previous_hash = p.hash, hash = vault.action_hash(a.number, a.at, a.actor, a.verb, a.subject, a.details, p.hash)
    from vault.admin_actions p where a.number = turn and p.number = turn - 1;
  end loop;
end
$$;

-- Puts a row in before the one of that number, and moves what follows up.
create function pg_temp.put_in(place bigint) returns void
language sql as $$
  update vault.admin_actions set number = number + 1000 where number >= place;
  insert into vault.admin_actions (number, at, actor, verb, subject, details, previous_hash, hash)
  select place, p.at, 'eve', 'block_cardholder', 'alice', '{"changed": false}', p.hash, sha256('forged')
  from vault.admin_actions p where p.number = place - 1;
  update vault.admin_actions set number = number - 999 where number > 1000;
$$;

create function pg_temp.swap(one bigint, other bigint) returns void
language sql as $$
  update vault.admin_actions set number = number + 1000 where number in (one, other);
  update vault.admin_actions set number = one + other + 1000 - number where number > 1000;
$$;

create function pg_temp.seen(tampering text, out first_bad bigint, out problem text, out against_head text)
language plpgsql as $$
declare
  head text := (select hash from audit.actions order by number desc limit 1);
begin
  begin
    execute tampering;
    select c.first_bad, c.problem into first_bad, problem from audit.verify_chain() c;
    select coalesce(c.first_bad::text, c.problem) into against_head from audit.verify_chain(head) c;
    raise exception 'undone' using errcode = 'TAMPR';
  exception when sqlstate 'TAMPR' then null;
  end;
end
$$;

create temporary table tail as select 'The tail is missing: the chain does not contain the expected head.' as missing;
select results_eq(format('select * from pg_temp.seen(%L)', tampering),
  format('select %L::bigint, %L, %L', first_bad, problem, coalesce(first_bad::text, against_head)), what)
from (values
  ('a row that was altered is named', 'update vault.admin_actions set actor = ''eve'' where number = 2',
    2, 'Action 2 was altered.', null),
  ('so is one whose details were altered', 'update vault.admin_actions set details = ''{}'' where number = 4',
    4, 'Action 4 was altered.', null),
  ('and one whose time was', 'update vault.admin_actions set at = at + interval ''1 us'' where number = 5',
    5, 'Action 5 was altered.', null),
  ('a null for its at is an alteration',
    'update vault.admin_actions set at = null where number = 3', 3, 'Action 3 was altered.', null),
  ('a null for its actor is an alteration',
    'update vault.admin_actions set actor = null where number = 3', 3, 'Action 3 was altered.', null),
  ('a null for its verb is an alteration',
    'update vault.admin_actions set verb = null where number = 3', 3, 'Action 3 was altered.', null),
  ('a null for its subject is an alteration',
    'update vault.admin_actions set subject = null where number = 3', 3, 'Action 3 was altered.', null),
  ('a null for its details is an alteration',
    'update vault.admin_actions set details = null where number = 3', 3, 'Action 3 was altered.', null),
  ('a null for its previous_hash is an alteration',
    'update vault.admin_actions set previous_hash = null where number = 3', 3, 'Action 3 was altered.', null),
  ('a null for its hash is an alteration',
    'update vault.admin_actions set hash = null where number = 3', 3, 'Action 3 was altered.', null),
  ('a row without a number is none of them',
    'insert into vault.admin_actions (at, actor, verb, subject, details, previous_hash, hash) '
      || 'select at, actor, verb, subject, details, previous_hash, hash from vault.admin_actions where number = 5',
    null, 'An action without a number was put in.', 'An action without a number was put in.'),
  ('where its hash was made to fit, the next is named',
    'update vault.admin_actions set actor = ''eve'' where number = 2; select pg_temp.hash_anew(2, 2)',
    3, 'Action 3 does not follow the one before it: it was reordered or put in.', null),
  ('where all hashes were, the head is another',
    'update vault.admin_actions set actor = ''eve'' where number = 2; select pg_temp.hash_anew(2, 5)',
    null, null, (select missing from tail)),
  ('a row that was removed is named', 'delete from vault.admin_actions where number = 3',
    4, 'Action 3 is missing before 4.', null),
  ('so are two', 'delete from vault.admin_actions where number in (2, 3)',
    4, 'Action 2 is missing before 4.', null),
  ('and the first', 'delete from vault.admin_actions where number = 1',
    2, 'Action 1 is missing before 2.', null),
  ('that the last was removed shows against a head', 'delete from vault.admin_actions where number = 5',
    null, null, (select missing from tail)),
  ('and that all were', 'delete from vault.admin_actions', null, null, (select missing from tail)),
  ('where what follows was moved up, the gap shows all the same',
    'delete from vault.admin_actions where number = 2; update vault.admin_actions set number = number - 1 where number > 2',
    2, 'Action 2 was altered.', null),
  ('a row that was put in is named', 'select pg_temp.put_in(3)', 3, 'Action 3 was altered.', null),
  ('where its hash was made to fit, the next is named',
    'select pg_temp.put_in(3); select pg_temp.hash_anew(3, 3)', 4, 'Action 4 was altered.', null),
  ('where all hashes were, the head is another',
    'select pg_temp.put_in(3); select pg_temp.hash_anew(3, 6)', null, null, (select missing from tail)),
  ('two that were swapped are named', 'select pg_temp.swap(2, 3)', 2, 'Action 2 was altered.', null),
  ('where each hash was made to fit its own row, still',
    'select pg_temp.swap(2, 3); update vault.admin_actions a set hash = '
      || 'vault.action_hash(a.number, a.at, a.actor, a.verb, a.subject, a.details, a.previous_hash)',
    2, 'Action 2 does not follow the one before it: it was reordered or put in.', null)
) as tamperings (what, tampering, first_bad, problem, against_head);
select is((select intact from audit.verify_chain((select head from kept))), true, 'each of these was undone');

select * from finish();
rollback;
