begin;

select 1 / (count(*) = 1)::integer
from pg_catalog.pg_index i
where i.indexrelid = 'vault."cards of a vault key"'::regclass and i.indisvalid;
select 1 / (has_function_privilege('passwright_server', 'server.vault_keys_needed()', 'execute')
  and not has_function_privilege('passwright_admin', 'server.vault_keys_needed()', 'execute'))::integer;
select 1 / (schema_version >= 2 and serves_from <= 2)::integer from server.readiness();

rollback;
