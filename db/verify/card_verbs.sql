begin;

select 1 / (count(*) = 12)::integer
from unnest(array[
  'admin.add_card(uuid, text, text, bytea, text, integer, integer, text, boolean)', 'admin.activate_card(uuid)',
  'admin.freeze_card(uuid)', 'admin.unfreeze_card(uuid)', 'admin.block_card(uuid)', 'admin.unblock_card(uuid)',
  'admin.report_lost(uuid)', 'admin.report_stolen(uuid)', 'admin.close_card(uuid)',
  'admin.renew_card(uuid, bytea, integer, integer, text)', 'admin.enable_card(uuid)', 'admin.disable_card(uuid)'
]) verb
where has_function_privilege('passwright_admin', verb, 'execute')
  and not has_function_privilege('passwright_server', verb, 'execute');

rollback;
