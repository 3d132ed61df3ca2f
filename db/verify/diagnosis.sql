begin;

select 1 / (count(*) = 1)::integer
from unnest(array['server.vault_keys_in_use()']) door
where has_function_privilege('passwright_server', door, 'execute')
  and not has_function_privilege('passwright_admin', door, 'execute');

rollback;
