begin;

-- Each verb with arguments is a door, and nobody passes by it.
select 1 / (count(*) filter (where p.prosrc not like '%vault.look_at_argument(%') = 0 and count(*) > 0)::integer
from pg_proc p where p.pronamespace = 'admin'::regnamespace and p.pronargs > 0;
select 1 / (count(*) = 4)::integer from pg_trigger where tgname like 'no control characters: %' and tgenabled = 'O';

rollback;
