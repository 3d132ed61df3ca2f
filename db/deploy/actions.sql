-- What administrators did: append-only, each row's hash taken over the row and the hash before it.
begin;
set local role passwright_owner;

create table vault.admin_actions (
  number bigint primary key,
  at timestamptz not null,
  actor text not null,
  verb text not null,
  subject text not null,
  details jsonb not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint "actions are numbered from 1" check (number >= 1),
  constraint "a hash has 32 bytes" check (octet_length(previous_hash) = 32 and octet_length(hash) = 32)
);
comment on table vault.admin_actions is
  'Shows a change made behind the verbs to anyone who kept a head. It is no proof against one who owns both '
  'this database and the logs that the heads are in.';

create function vault.action_hash(
  number bigint, at timestamptz, actor text, verb text, subject text, details jsonb, previous_hash bytea
) returns bytea
language sql stable strict
return sha256(previous_hash || convert_to(
  jsonb_build_array(
    number, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), actor, verb, subject, details)::text,
  'UTF8'));

create function vault.keep_actions() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'The record of actions is only ever added to.' using errcode = 'object_not_in_prerequisite_state';
end
$$;

create trigger "actions are only ever added" before update or delete or truncate on vault.admin_actions
for each statement execute function vault.keep_actions();

-- Verbs come one after another: the chain has one end. Each verb calls this before it locks a row, so that two
-- transactions of several verbs wait for each other instead of deadlocking. Readers and the server do not wait.
create function vault.begin_action() returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  lock table vault.admin_actions in exclusive mode;
end
$$;

create function vault.record_action(verb text, subject text, details jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  last_number bigint;
  last_hash bytea;
begin
  perform vault.begin_action();
  select a.number, a.hash into last_number, last_hash
  from vault.admin_actions a order by a.number desc limit 1;
  last_number := coalesce(last_number, 0) + 1;
  last_hash := coalesce(last_hash, decode(repeat('00', 32), 'hex'));
  insert into vault.admin_actions (number, at, actor, verb, subject, details, previous_hash, hash)
  values (last_number, now(), session_user, verb, subject, details, last_hash,
    vault.action_hash(last_number, now(), session_user, verb, subject, details, last_hash));
end
$$;

create view audit.actions as
select a.number, a.at, a.actor, a.verb, a.subject, a.details,
  encode(a.previous_hash, 'hex') as previous_hash, encode(a.hash, 'hex') as hash
from vault.admin_actions a
order by a.number;
grant select (number, at, actor, verb, subject, details, previous_hash, hash) on audit.actions
  to passwright_auditor;

-- expected_head: a head that was seen before, as hex. It may be older than the last row, never unknown.
create function audit.verify_chain(
  expected_head text default null,
  out intact boolean, out actions bigint, out first_bad bigint, out problem text, out head text)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  select count(*) into actions from vault.admin_actions a;
  select encode(a.hash, 'hex') into head from vault.admin_actions a order by a.number desc limit 1;

  select chain.number,
    case
      when chain.hash <> vault.action_hash(
        chain.number, chain.at, chain.actor, chain.verb, chain.subject, chain.details, chain.previous_hash)
        then format('Action %s was altered.', chain.number)
      when chain.number <> chain.expected_number
        then format('Action %s is missing before %s.', chain.expected_number, chain.number)
      else format('Action %s does not follow the one before it: it was reordered or put in.', chain.number)
    end
  into first_bad, problem
  from (
    select a.*,
      coalesce(lag(a.number) over by_number, 0) + 1 as expected_number,
      coalesce(lag(a.hash) over by_number, decode(repeat('00', 32), 'hex')) as expected_previous
    from vault.admin_actions a
    window by_number as (order by a.number)
  ) chain
  where chain.number <> chain.expected_number
    or chain.previous_hash <> chain.expected_previous
    or chain.hash <> vault.action_hash(
      chain.number, chain.at, chain.actor, chain.verb, chain.subject, chain.details, chain.previous_hash)
  order by chain.number
  limit 1;

  if problem is null and expected_head is not null and not exists (
    select from vault.admin_actions a where encode(a.hash, 'hex') = lower(expected_head))
  then
    problem := 'The tail is missing: the chain does not contain the expected head.';
  end if;
  intact := problem is null;
end
$$;
grant execute on function audit.verify_chain(text) to passwright_auditor;

commit;
