begin;

select number, at, actor, verb, subject, details, previous_hash, hash from vault.admin_actions where false;
select 1 / (count(*) = 1)::integer from pg_catalog.pg_trigger
where tgrelid = 'vault.admin_actions'::regclass and tgname = 'actions are only ever added' and tgenabled = 'O';
select 1 / has_function_privilege('passwright_auditor', 'audit.verify_chain(text)', 'execute')::integer;
select 1 / (not has_function_privilege('passwright_admin', 'vault.record_action(text, text, jsonb)', 'execute'))::integer;

rollback;
