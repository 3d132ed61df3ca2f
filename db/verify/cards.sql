begin;

select id, display_name, blocked_at, created_at from vault.cardholders where false;
select id, name, display_name, network, in_app_provisioning, activation_provider, activation_key,
  payload_configuration, product_types, default_product_type, created_at
from vault.programs where false;
select id, cardholder, program, sealed_pan, vault_key_id, pan_last4, expiry_month, expiry_year, cardholder_name,
  status, status_before_block, in_app_provisioning, virtual, activated_at, created_at
from vault.cards where false;

select 1 / (count(*) = 3)::integer
from pg_catalog.pg_class
where oid in ('vault.cardholders'::regclass, 'vault.programs'::regclass, 'vault.cards'::regclass)
  and relowner = 'passwright_owner'::regrole;

rollback;
