-- What an administrator reads. No view shows a sealed PAN or a digest of a nonce.
begin;
set local role passwright_owner;

create view admin.cardholders as
select h.id, h.display_name, h.blocked_at, h.created_at,
  (select count(*) from vault.cards c where c.cardholder = h.id) as cards
from vault.cardholders h;

create view admin.programs as
select p.id, p.name, p.display_name, p.network, p.in_app_provisioning, p.activation_provider, p.activation_key,
  p.payload_configuration, p.product_types, p.default_product_type, p.created_at
from vault.programs p;

create view admin.cards as
select s.id, s.cardholder, c.program, s.network, s.pan_last4, s.expiry_month, s.expiry_year, s.cardholder_name,
  s.status, c.in_app_provisioning, s.virtual, s.activated_at, s.created_at,
  encode(c.vault_key_id, 'hex') as vault_key_id, s.refusal
from vault.card_standings s join vault.cards c on c.id = s.id;
comment on column admin.cards.refusal is 'Why Apple Pay would be refused now; null where it would not.';

create view admin.settings as
select r.paused_since, r.pause_reason, r.card_attempts, r.card_window, r.cardholder_attempts, r.cardholder_window
from vault.settings r;

create view admin.attempts as
select a.id, a.created_at, a.request_id, a.cardholder, a.card, a.device_type, a.app_version, a.outcome, a.error,
  a.reason, a.nonce_policy, a.authcode_digest
from vault.provisioning_attempts a
order by a.id desc;

-- A row a check, in the order in which they ran.
create view admin.attempt_checks as
select a.id as attempt, a.created_at, line.number, line.entry ->> 'rule' as rule,
  line.entry ->> 'verdict' as verdict, (line.entry ->> 'microseconds')::bigint as microseconds,
  line.entry ->> 'detail' as detail
from vault.provisioning_attempts a
cross join lateral jsonb_array_elements(a.checks) with ordinality as line (entry, number);

create view admin.refusals_by_reason as
select date_trunc('hour', a.created_at, 'UTC') as hour, a.outcome, a.error, a.reason, count(*) as attempts,
  count(distinct a.cardholder) as cardholders
from vault.provisioning_attempts a
where a.outcome <> 'authorised'
group by 1, 2, 3, 4
order by 1 desc, 5 desc;

-- A key may be retired when it is no longer listed.
create view admin.vault_keys as
select encode(c.vault_key_id, 'hex') as vault_key_id, count(*) as cards
from vault.cards c
group by c.vault_key_id;

grant select (id, display_name, blocked_at, created_at, cards) on admin.cardholders to passwright_admin;
grant select (id, name, display_name, network, in_app_provisioning, activation_provider, activation_key,
  payload_configuration, product_types, default_product_type, created_at) on admin.programs to passwright_admin;
grant select (id, cardholder, program, network, pan_last4, expiry_month, expiry_year, cardholder_name, status,
  in_app_provisioning, virtual, activated_at, created_at, vault_key_id, refusal) on admin.cards to passwright_admin;
grant select (paused_since, pause_reason, card_attempts, card_window, cardholder_attempts, cardholder_window)
  on admin.settings to passwright_admin;
grant select (id, created_at, request_id, cardholder, card, device_type, app_version, outcome, error, reason,
  nonce_policy, authcode_digest) on admin.attempts to passwright_admin;
grant select (attempt, created_at, number, rule, verdict, microseconds, detail) on admin.attempt_checks
  to passwright_admin;
grant select (hour, outcome, error, reason, attempts, cardholders) on admin.refusals_by_reason to passwright_admin;
grant select (vault_key_id, cards) on admin.vault_keys to passwright_admin;

commit;
