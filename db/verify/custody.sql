begin;

select 1 / (count(*) = 1)::integer
from pg_catalog.pg_roles
where rolname = 'passwright_custodian'
  and not rolcanlogin and not rolsuper and not rolcreaterole and not rolcreatedb and not rolbypassrls;

select 1 / (count(*) = 3)::integer
from unnest(array['custody.keys_in_use()', 'custody.cards_to_rewrap(bytea, uuid, integer)',
  'custody.replace_sealed_pans(uuid[], bytea[], bytea[])']) verb
where has_function_privilege('passwright_custodian', verb, 'execute')
  and not has_function_privilege('passwright_server', verb, 'execute')
  and not has_function_privilege('passwright_admin', verb, 'execute');
select 1 / (not has_schema_privilege('passwright_custodian', 'vault', 'usage'))::integer;
select vault_key_id, cards, loaded from admin.vault_keys where false;

rollback;
