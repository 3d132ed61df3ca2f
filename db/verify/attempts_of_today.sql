begin;

select 1 / (p.prosrc like '%Attempts of today and later stay%')::integer
from pg_proc p where p.oid = 'vault.drop_attempts_before(date,integer)'::regprocedure;

rollback;
