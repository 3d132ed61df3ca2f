begin;

select id, cardholder, sealed_pan, pan_last4, expiry_month, expiry_year, cardholder_name, virtual, activated_at,
  created_at, status, display_name, network, activation_provider, activation_key, product_types,
  default_product_type, refusal
from vault.card_standings where false;
select 1 / (vault.effective_status('active', 2000::smallint, 1::smallint) = 'expired')::integer;
select 1 / (vault.effective_status('lost', 2000::smallint, 1::smallint) = 'lost')::integer;
select 1 / (vault.effective_status('active', 2099::smallint, 12::smallint) = 'active')::integer;

rollback;
