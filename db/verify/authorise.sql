begin;

select 1 / has_function_privilege('passwright_server',
  'server.authorise_provisioning(uuid, uuid, text, uuid, text, text, text, bytea[], text, bytea, jsonb)',
  'execute')::integer;
select 1 / (not has_function_privilege('passwright_admin',
  'server.authorise_provisioning(uuid, uuid, text, uuid, text, text, text, bytea[], text, bytea, jsonb)',
  'execute'))::integer;

rollback;
