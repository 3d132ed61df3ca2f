-- One who owns the table can put a null where none may be. Then there is no hash to compare with, and such a row was
-- held to be whole. It is named as altered.
begin;
set local role passwright_owner;

create or replace function audit.verify_chain(
  expected_head text default null,
  out intact boolean, out actions bigint, out first_bad bigint, out problem text, out head text)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  select count(*) into actions from vault.admin_actions a;
  select encode(a.hash, 'hex') into head from vault.admin_actions a order by a.number desc nulls last limit 1;

  select chain.number,
    case
      when chain.number is null then 'An action without a number was put in.'
      when chain.hash is distinct from vault.action_hash(
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
  where chain.number is distinct from chain.expected_number
    or chain.hash is null
    or chain.previous_hash is distinct from chain.expected_previous
    or chain.hash is distinct from vault.action_hash(
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

commit;
