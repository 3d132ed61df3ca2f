begin;
set local role passwright_owner;

create or replace function vault.drop_attempts_before(day date, at_most integer default 10000) returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  instant constant timestamptz := day::timestamp at time zone 'UTC';
  beyond constant uuid := rpad(
    lpad(to_hex((extract(epoch from instant + interval '1 day') * 1000)::bigint), 12, '0'), 32, '0')::uuid;
  gone bigint;
begin
  perform vault.begin_action();
  delete from vault.provisioning_attempts a
  where a.id in (
    select e.id from vault.provisioning_attempts e
    where e.id < beyond and e.created_at < instant
    order by e.id limit at_most);
  get diagnostics gone = row_count;
  perform vault.record_action('drop_attempts_before', day::text, jsonb_build_object(
    'changed', gone > 0, 'count', gone));
  return gone;
end
$$;

commit;
