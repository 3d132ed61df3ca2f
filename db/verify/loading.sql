begin;

select card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month, expiry_year, cardholder_name, status,
  virtual
from admin.card_load where false;
select 1 / has_any_column_privilege('passwright_admin', 'admin.card_load', 'insert')::integer;
select 1 / (not has_column_privilege('passwright_admin', 'admin.card_load', 'sealed_pan', 'select'))::integer;
select 1 / has_function_privilege('passwright_admin', 'admin.add_loaded_cards()', 'execute')::integer;
select 1 / has_function_privilege('passwright_admin', 'admin.discard_loaded_cards()', 'execute')::integer;

rollback;
