begin;

select 1 / (count(*) = 4)::integer
from pg_catalog.pg_namespace
where nspname in ('vault', 'server', 'admin', 'audit')
  and nspowner = 'passwright_owner'::regrole;

select 1 / has_schema_privilege('passwright_server', 'server', 'usage')::integer;
select 1 / has_schema_privilege('passwright_admin', 'admin', 'usage')::integer;
select 1 / has_schema_privilege('passwright_auditor', 'audit', 'usage')::integer;
select 1 / (not has_schema_privilege('passwright_admin', 'vault', 'usage'))::integer;

rollback;
