begin;

select 1 / (count(*) = 4)::integer
from unnest(array[
  'admin.pause_provisioning(text)', 'admin.resume_provisioning()', 'admin.set_allowance(text, integer, interval)',
  'admin.drop_attempts_before(date, integer)']) verb
where has_function_privilege('passwright_admin', verb, 'execute')
  and not has_function_privilege('passwright_server', verb, 'execute');

rollback;
