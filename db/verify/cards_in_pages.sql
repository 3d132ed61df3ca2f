begin;

select id, cardholder, program, in_app_provisioning, vault_key_id, status, refusal
from vault.cards_with_standing where false;
select 1 / (pg_get_viewdef('admin.cards'::regclass) !~ 'JOIN')::integer;

rollback;
