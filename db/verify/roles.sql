begin;

select 1 / (count(*) = 4)::integer
from pg_catalog.pg_roles
where rolname in ('passwright_owner', 'passwright_server', 'passwright_admin', 'passwright_auditor')
  and not rolcanlogin and not rolsuper and not rolcreaterole and not rolcreatedb and not rolbypassrls;

select 1 / has_database_privilege('passwright_owner', current_database(), 'create')::integer;
select 1 / (not has_database_privilege('passwright_server', current_database(), 'temporary'))::integer;

rollback;
