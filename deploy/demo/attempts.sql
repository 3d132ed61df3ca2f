-- Used attempts for the demonstration: authorised, failed, refused and replayed ones; and cards that wait to be added.
begin;

create temporary table made (attempt uuid, card uuid, nonce text);
insert into made
select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint + n), 12, '0') || '70008000'
    || lpad(to_hex(n), 12, '0'))::uuid,
  ('a11ce000-0000-4000-8000-' || lpad(to_hex(n % 12 + 1), 12, '0'))::uuid, 'nonce ' || n % 30
from generate_series(1, 40) n;

select server.authorise_provisioning(
  attempt, gen_random_uuid(), '00000000-0000-4000-8000-0000000a11ce', card, 'mobile_phone', '1.0.0', null,
  array[sha256(nonce::bytea)], 'leaf', sha256('authcode'), '[{"rule": "C01", "verdict": "passed"}]')
from made;
select server.fail_attempt(attempt, 'vault_cannot_open', '[{"rule": "vault", "verdict": "failed"}]') from made limit 3;
select server.record_refusal(
  gen_random_uuid(), gen_random_uuid(), 'a stranger', card, 'watch', '1.0.0', 'APPLE_PAY_INVALID_DATA',
  'certificate_expired', 'leaf', '[]')
from made limit 3;

insert into admin.card_load (
  card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month, expiry_year, cardholder_name, status,
  virtual)
select gen_random_uuid(), cardholder, program, sealed_pan, pan_last4, expiry_month, expiry_year, null, null, null
from vault.cards limit 2;

commit;
