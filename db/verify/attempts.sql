begin;

select id, request_id, cardholder, card, device_type, app_version, outcome, error, reason, checks, nonce_policy,
  authcode_digest, created_at
from vault.provisioning_attempts where false;
select digest, attempt, expires_at from vault.used_nonces where false;
select card, window_opened_at, attempts from vault.card_attempts where false;
select cardholder, window_opened_at, attempts from vault.cardholder_attempts where false;

rollback;
