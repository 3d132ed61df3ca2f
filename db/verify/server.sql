begin;

select 1 / (count(*) = 6)::integer
from unnest(array[
  'server.fail_attempt(uuid, text, jsonb)',
  'server.record_refusal(uuid, uuid, text, uuid, text, text, text, text, text, jsonb)',
  'server.cards_of(text, uuid)', 'server.readiness()', 'server.enabled_programs()',
  'server.purge_expired(integer)']) door
where has_function_privilege('passwright_server', door, 'execute')
  and not has_function_privilege('passwright_admin', door, 'execute');
select 1 / (schema_version >= 1)::integer from server.readiness();

rollback;
