begin;

select 1 / (count(*) = 1)::integer
from pg_catalog.pg_index i
where i.indexrelid = 'vault."attempts in time"'::regclass and i.indisvalid;

rollback;
