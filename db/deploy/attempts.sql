-- One row for every attempt, the nonces that were used, and what the allowances count.
begin;
set local role passwright_owner;

create table vault.provisioning_attempts (
  id uuid primary key,
  request_id uuid not null,
  cardholder text collate "C" not null,
  card uuid,
  device_type text,
  app_version text,
  outcome text not null,
  error text,
  reason text,
  checks jsonb not null,
  nonce_policy text not null,
  authcode_digest bytea,
  created_at timestamptz not null default now(),
  constraint "an attempt's cardholder has 1 to 128 bytes" check (octet_length(cardholder) between 1 and 128),
  constraint "a device is a phone or a watch" check (device_type in ('mobile_phone', 'watch')),
  constraint "an app version has 1 to 50 characters" check (length(app_version) between 1 and 50),
  constraint "an outcome is authorised, refused or failed" check (outcome in ('authorised', 'refused', 'failed')),
  constraint "an attempt has an error unless it was authorised" check (
    case outcome
      when 'authorised' then error is null and reason is null
      else error is not null and reason is not null
    end),
  constraint "an error is a code" check (error ~ '^[A-Z][A-Z_]{0,63}$'),
  constraint "a reason is a code" check (reason ~ '^[a-z][a-z_]{0,63}$'),
  constraint "checks are a list" check (jsonb_typeof(checks) = 'array'),
  constraint "a nonce policy is leaf, keys or forward" check (nonce_policy in ('leaf', 'keys', 'forward')),
  constraint "an authcode digest has 32 bytes" check (octet_length(authcode_digest) = 32)
);
comment on table vault.provisioning_attempts is
  'authorised means: the server was allowed to build one payload. No PAN is opened without that row.';
comment on column vault.provisioning_attempts.id is
  'UUID version 7 by the server, so the primary key is in order of time and no index on created_at is needed.';
comment on column vault.provisioning_attempts.card is
  'Null when unknown or another''s. No foreign key: it was found in the same transaction, cards are never '
  'deleted, and the check would lock the card''s row at each attempt.';

create table vault.used_nonces (
  digest bytea primary key,
  attempt uuid not null,
  expires_at timestamptz not null,
  constraint "a nonce digest has 32 bytes" check (octet_length(digest) = 32)
);
comment on table vault.used_nonces is
  'The primary key is the rule that a nonce works once, on every server. It holds one row an attempt, or one '
  'for each replay key while keys are rotated, so attempt has no unique index of its own.';

-- A counter is exact under concurrency, because its row is locked until the attempt commits, and costs the same
-- with a hundred attempts as with none; counting rows would need two more indexes and still a lock.
create table vault.card_attempts (
  card uuid primary key,
  window_opened_at timestamptz not null,
  attempts integer not null
) with (fillfactor = 70);

create table vault.cardholder_attempts (
  cardholder text collate "C" primary key,
  window_opened_at timestamptz not null,
  attempts integer not null
) with (fillfactor = 70);
comment on table vault.cardholder_attempts is
  'By the caller, who need not have a row in cardholders.';

commit;
