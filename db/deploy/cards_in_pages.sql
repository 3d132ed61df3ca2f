-- An administrator's page of cards reads that page: admin.cards joined the cards to themselves for three columns, and
-- PostgreSQL then read up to half of all cards to find fifty in the middle.
begin;
set local role passwright_owner;

-- As vault.card_standings was, and every column that anybody asks for.
create view vault.cards_with_standing as
select card.id, card.cardholder, card.program, card.in_app_provisioning, card.vault_key_id, card.sealed_pan,
  card.pan_last4, card.expiry_month, card.expiry_year, card.cardholder_name, card.virtual, card.activated_at,
  card.created_at, standing.status, program.display_name, program.network, program.activation_provider,
  program.activation_key, program.product_types, program.default_product_type,
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
comment on column vault.cards_with_standing.refusal is
  'The reason, as on the wire; null where the card may be provisioned.';

create or replace view vault.card_standings as
select s.id, s.cardholder, s.sealed_pan, s.pan_last4, s.expiry_month, s.expiry_year, s.cardholder_name, s.virtual,
  s.activated_at, s.created_at, s.status, s.display_name, s.network, s.activation_provider, s.activation_key,
  s.product_types, s.default_product_type, s.refusal
from vault.cards_with_standing s;

create or replace view admin.cards as
select s.id, s.cardholder, s.program, s.network, s.pan_last4, s.expiry_month, s.expiry_year, s.cardholder_name,
  s.status, s.in_app_provisioning, s.virtual, s.activated_at, s.created_at,
  encode(s.vault_key_id, 'hex') as vault_key_id, s.refusal
from vault.cards_with_standing s;

commit;
