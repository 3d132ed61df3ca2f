-- Loses no data.
begin;
set local role passwright_owner;

create or replace view vault.card_standings as
select card.id, card.cardholder, card.sealed_pan, card.pan_last4, card.expiry_month, card.expiry_year,
  card.cardholder_name, card.virtual, card.activated_at, card.created_at, standing.status,
  program.display_name, program.network, program.activation_provider, program.activation_key,
  program.product_types, program.default_product_type,
  case
    when standing.status <> 'active' then 'card_' || standing.status
    when holder.blocked_at is not null then 'cardholder_blocked'
    when not program.in_app_provisioning then 'program_disabled'
    when not card.in_app_provisioning then 'card_disabled'
    when program.activation_provider is null or program.payload_configuration <> 1 then 'network_unsupported'
  end as refusal
from vault.cards card
join vault.cardholders holder on holder.id = card.cardholder
join vault.programs program on program.id = card.program
cross join lateral (
  select vault.effective_status(card.status, card.expiry_year, card.expiry_month) as status
) standing;

create or replace view admin.cards as
select s.id, s.cardholder, c.program, s.network, s.pan_last4, s.expiry_month, s.expiry_year, s.cardholder_name,
  s.status, c.in_app_provisioning, s.virtual, s.activated_at, s.created_at,
  encode(c.vault_key_id, 'hex') as vault_key_id, s.refusal
from vault.card_standings s join vault.cards c on c.id = s.id;

drop view vault.cards_with_standing;

commit;
