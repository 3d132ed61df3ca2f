begin;

select 1 / (p.prosrc like '%has sealed no card before%')::integer
from pg_proc p where p.oid = 'admin.add_loaded_cards()'::regprocedure;

rollback;
