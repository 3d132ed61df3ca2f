-- Who has cards, under which program, and the cards. A PAN is here only sealed.
begin;
set local role passwright_owner;

create table vault.cardholders (
  id text collate "C" primary key,
  display_name text not null,
  blocked_at timestamptz,
  created_at timestamptz not null default now(),
  constraint "a cardholder id has 1 to 128 bytes" check (octet_length(id) between 1 and 128),
  constraint "a display name has 1 to 100 characters" check (length(display_name) between 1 and 100)
);
comment on column vault.cardholders.id is
  'Exactly the token''s cardholder claim: there is no mapping that could be bent.';

create function vault.are_product_types(words text[]) returns boolean
language sql immutable
return not exists (select from unnest(words) word where word is null or word !~ '^[A-Za-z0-9_]{1,64}$');

create table vault.programs (
  id text collate "C" primary key,
  name text not null,
  display_name text not null,
  network text not null,
  in_app_provisioning boolean not null default true,
  activation_provider text,
  activation_key text,
  payload_configuration smallint not null default 1,
  product_types text[] not null default '{}',
  default_product_type text,
  created_at timestamptz not null default now(),
  constraint "a program id is a short lower-case word" check (id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  constraint "a program has a name" check (length(name) between 1 and 100),
  constraint "a program has a display name" check (length(display_name) between 1 and 100),
  constraint "a network is visa, mastercard, amex or discover"
    check (network in ('visa', 'mastercard', 'amex', 'discover')),
  constraint "an activation provider is one that exists"
    check (activation_provider in ('issuer_otp', 'visa_mbpac', 'mastercard_tav3', 'mastercard_tav4')),
  constraint "a network's activation provider serves that network alone" check (
    case activation_provider
      when 'visa_mbpac' then network = 'visa'
      when 'mastercard_tav3' then network = 'mastercard'
      when 'mastercard_tav4' then network = 'mastercard'
      else true
    end),
  constraint "an activation provider has a key" check ((activation_provider is null) = (activation_key is null)),
  -- It names a file in the key folder, and must not lead out of it.
  constraint "an activation key is a plain file name" check (activation_key ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  constraint "a payload configuration is 1 to 9" check (payload_configuration between 1 and 9),
  constraint "a product type is 1 to 64 letters, digits or underscores"
    check (vault.are_product_types(product_types)),
  constraint "the default product type is one of those allowed"
    check (default_product_type is null or default_product_type = any (product_types))
);
comment on column vault.programs.display_name is 'What the phone shows: localizedDescription.';
comment on column vault.programs.activation_provider is
  'Null until set: a program without one answers network_unsupported.';
comment on column vault.programs.payload_configuration is
  'Only 1 (clear FPAN inside the encrypted payload) is built; another answers network_unsupported.';

-- version 1 | key id 4 | point 65, which begins with 04 | 12 to 19 digits | tag 16
create function vault.is_sealed_pan(value bytea) returns boolean
language sql immutable
return octet_length(value) between 98 and 105 and get_byte(value, 0) = 1 and get_byte(value, 5) = 4;

-- For verbs: says so before a constraint can, whose message would show the failing row to the client.
create function vault.require_sealed_pan(value bytea) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if vault.is_sealed_pan(value) is distinct from true then
    raise exception 'That is not a sealed PAN: passwright vault seal makes one.'
      using errcode = 'invalid_parameter_value';
  end if;
end
$$;

create table vault.cards (
  id uuid primary key,
  cardholder text collate "C" not null references vault.cardholders,
  program text collate "C" not null references vault.programs,
  sealed_pan bytea not null,
  vault_key_id bytea not null generated always as (substring(sealed_pan from 2 for 4)) stored,
  pan_last4 text not null,
  expiry_month smallint not null,
  expiry_year smallint not null,
  cardholder_name text not null,
  status text not null default 'not_activated',
  status_before_block text,
  in_app_provisioning boolean not null default true,
  virtual boolean not null default false,
  activated_at timestamptz,
  created_at timestamptz not null default now(),
  constraint "a sealed PAN has the form of version 1" check (vault.is_sealed_pan(sealed_pan)),
  constraint "the last four of a PAN are four digits" check (pan_last4 ~ '^[0-9]{4}$'),
  constraint "an expiry month is 1 to 12" check (expiry_month between 1 and 12),
  constraint "an expiry year is 2000 to 2099" check (expiry_year between 2000 and 2099),
  constraint "a cardholder name has 1 to 100 characters" check (length(cardholder_name) between 1 and 100),
  constraint "a cardholder name is no PAN" check (cardholder_name !~ '[0-9]{12}'),
  constraint "a card's status is one of eight" check (status in
    ('not_activated', 'active', 'frozen', 'blocked', 'lost', 'stolen', 'expired', 'closed')),
  constraint "a blocked card knows what it was" check (
    case status
      when 'blocked' then status_before_block is not null and status_before_block in ('active', 'frozen')
      else status_before_block is null
    end),
  constraint "a card in use was activated"
    check (status not in ('active', 'frozen', 'blocked') or activated_at is not null)
);
create index "cards of a cardholder" on vault.cards (cardholder);
comment on column vault.cards.sealed_pan is
  'Sealed outside the database with the vault''s public key, bound to id, cardholder and expiry.';
comment on column vault.cards.vault_key_id is 'Which vault key opens it: admin.vault_keys counts them.';
comment on column vault.cards.status_before_block is 'What unblocking restores.';

commit;
