begin;

select 1 / (count(*) = 7)::integer
from unnest(array[
  'admin.add_cardholder(text, text)', 'admin.block_cardholder(text)', 'admin.unblock_cardholder(text)',
  'admin.add_program(text, text, text, text, text[], text, integer)', 'admin.enable_program(text)',
  'admin.disable_program(text)', 'admin.set_activation(text, text, text)']) verb
where has_function_privilege('passwright_admin', verb, 'execute')
  and not has_function_privilege('passwright_server', verb, 'execute');

rollback;
