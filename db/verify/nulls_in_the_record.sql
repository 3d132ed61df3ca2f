begin;

-- Compared so that a null is never equal.
select 1 / (p.prosrc like '%or chain.hash is distinct from vault.action_hash(%')::integer
from pg_proc p where p.oid = 'audit.verify_chain(text)'::regprocedure;

rollback;
