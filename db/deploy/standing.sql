-- Why a card may not be provisioned, said in one place: for the provisioning itself, for the list of cards that an
-- app shows, and for the administrator.
begin;
set local role passwright_owner;

-- What a card is now. The date comes first, except that closed, lost and stolen stay what they are. A card is
-- expired from the first instant (UTC) of the month after its expiry month.
create function vault.effective_status(status text, expiry_year smallint, expiry_month smallint) returns text
language sql stable
return case
  when status in ('closed', 'lost', 'stolen') then status
  when make_date(expiry_year, expiry_month, 1) + interval '1 month' <= now() at time zone 'UTC' then 'expired'
  else status
end;

-- A function in a view runs as whoever reads the view. It says nothing of any card, and the schema stays closed.
grant execute on function vault.effective_status(text, smallint, smallint) to passwright_admin;

-- The order of the reasons: the card's own state, its holder, its program, the card's switch, what is built.
create view vault.card_standings as
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
comment on column vault.card_standings.refusal is 'The reason, as on the wire; null where the card may be provisioned.';

commit;
