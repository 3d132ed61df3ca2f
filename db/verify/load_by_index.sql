begin;

select 1 / (count(*) = 1)::integer
from pg_catalog.pg_proc p
where p.oid = 'admin.add_loaded_cards()'::regprocedure and p.prosrc like '%from vault.cardholders h where h.id = %';

rollback;
