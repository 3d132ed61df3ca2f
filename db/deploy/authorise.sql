-- May this card go to this wallet? Everything that the answer needs, in one round trip and one transaction.
begin;
set local role passwright_owner;

-- Counts one attempt and returns the seconds until the window closes where that is one too many, else null.
-- A window opens at the first counted attempt and closes a fixed time later, whatever comes in between: to go on
-- trying never prolongs a refusal. The row stays locked until the attempt commits, so the count is exact.
-- In plpgsql, which keeps its plans: an SQL function would plan at each call.
create function vault.count_cardholder_attempt(caller text, allowed integer, window_length interval) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  counter vault.cardholder_attempts;
begin
  insert into vault.cardholder_attempts as c (cardholder, window_opened_at, attempts)
  values (caller, now(), 1)
  on conflict on constraint cardholder_attempts_pkey do update set
    attempts = case when c.window_opened_at + window_length <= now() then 1 else c.attempts + 1 end,
    window_opened_at = case when c.window_opened_at + window_length <= now() then now() else c.window_opened_at end
  returning * into counter;
  if counter.attempts > allowed then
    return greatest(1, ceil(extract(epoch from counter.window_opened_at + window_length - now())));
  end if;
  return null;
end
$$;

create function vault.count_card_attempt(card_id uuid, allowed integer, window_length interval) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  counter vault.card_attempts;
begin
  insert into vault.card_attempts as c (card, window_opened_at, attempts)
  values (card_id, now(), 1)
  on conflict on constraint card_attempts_pkey do update set
    attempts = case when c.window_opened_at + window_length <= now() then 1 else c.attempts + 1 end,
    window_opened_at = case when c.window_opened_at + window_length <= now() then now() else c.window_opened_at end
  returning * into counter;
  if counter.attempts > allowed then
    return greatest(1, ceil(extract(epoch from counter.window_opened_at + window_length - now())));
  end if;
  return null;
end
$$;

-- The stable code that a client switches on, for each reason that is decided here.
create function vault.error_of(reason text) returns text
language sql immutable strict
return case
  when reason = 'provisioning_paused' then 'APPLE_PAY_PROVISIONING_UNAVAILABLE'
  when reason = 'card_not_found' then 'CARD_NOT_FOUND'
  when reason in ('card_allowance', 'cardholder_allowance') then 'TOO_MANY_REQUESTS'
  when reason in ('invalid_field', 'nonce_replayed') then 'APPLE_PAY_INVALID_DATA'
  else 'APPLE_PAY_NOT_AVAILABLE'
end;

-- Checks in this order: pause; card and owner in one look-up (unknown and another's take the same path); the card's
-- standing; product type; allowances; the nonce, claimed last. The attempt's row is written whatever the answer,
-- with the caller's card only where it is the caller's.
--
-- The authcode's digest is kept where an authcode goes out: in the activation data of Visa, for whose later call it is.
--
-- An attempt counts against its cardholder and, where the card is the caller's, against the card. Not counted: what
-- a pause or an allowance refused.
--
-- Locks are taken in one order (cardholder's counter, card's counter, nonces), so attempts wait and never deadlock.
create function server.authorise_provisioning(
  attempt_id uuid, request uuid, caller text, card_id uuid, device text, version text, asked_product_type text,
  nonce_digests bytea[], policy text, authcode bytea, earlier_checks jsonb,
  out refusal text, out retry_after integer, out sealed_pan bytea, out pan_last4 text, out expiry_month smallint,
  out expiry_year smallint, out cardholder_name text, out network text, out activation_provider text,
  out activation_key text, out product_type text)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  started constant timestamptz := clock_timestamp();
  rules vault.settings;
  card record;
  cardholder_wait integer;
  card_wait integer;
  nonce_digest bytea;
  kept_authcode bytea;
begin
  select * into strict rules from vault.settings;
  if rules.paused_since is not null then
    refusal := 'provisioning_paused';
    retry_after := 60;
    card_id := null;
  else
    select * into card from vault.card_standings s where s.id = card_id and s.cardholder = caller;
    if not found then
      refusal := 'card_not_found';
      card_id := null;
    elsif card.refusal is not null then
      refusal := card.refusal;
    elsif asked_product_type is not null and not asked_product_type = any (card.product_types) then
      refusal := 'invalid_field';
    end if;

    cardholder_wait := vault.count_cardholder_attempt(caller, rules.cardholder_attempts, rules.cardholder_window);
    if card_id is not null then
      card_wait := vault.count_card_attempt(card_id, rules.card_attempts, rules.card_window);
    end if;
    if refusal is null and coalesce(card_wait, cardholder_wait) is not null then
      refusal := case when card_wait is not null then 'card_allowance' else 'cardholder_allowance' end;
      retry_after := greatest(card_wait, cardholder_wait);
      update vault.cardholder_attempts c set attempts = c.attempts - 1 where c.cardholder = caller;
      update vault.card_attempts c set attempts = c.attempts - 1 where c.card = card_id;
    end if;

    if refusal is null then
      if cardinality(nonce_digests) = 0 then
        raise exception 'A provisioning claims at least one nonce digest.' using errcode = 'invalid_parameter_value';
      end if;
      -- While a replay key is rotated a nonce that was seen under either key is a replay. A digest whose time has
      -- passed is taken over without waiting for the purge.
      foreach nonce_digest in array nonce_digests loop
        insert into vault.used_nonces as used (digest, attempt, expires_at)
        values (nonce_digest, attempt_id, now() + interval '24 hours')
        on conflict on constraint used_nonces_pkey do update
          set attempt = excluded.attempt, expires_at = excluded.expires_at
          where used.expires_at <= now() or used.attempt = excluded.attempt;
        if not found then
          refusal := 'nonce_replayed';
        end if;
      end loop;
      if refusal is null and card.activation_provider = 'visa_mbpac' then
        kept_authcode := authcode;
      end if;
    end if;
  end if;

  insert into vault.provisioning_attempts (
    id, request_id, cardholder, card, device_type, app_version, outcome, error, reason, checks, nonce_policy,
    authcode_digest)
  values (
    attempt_id, request, caller, card_id, device, version,
    case when refusal is null then 'authorised' else 'refused' end, vault.error_of(refusal), refusal,
    earlier_checks || jsonb_build_object(
      'rule', 'authorise',
      'verdict', case when refusal is null then 'passed' else 'refused' end,
      'microseconds', (extract(epoch from clock_timestamp() - started) * 1000000)::bigint,
      'detail', coalesce(refusal, '')),
    policy, kept_authcode);

  if refusal is null then
    sealed_pan := card.sealed_pan;
    pan_last4 := card.pan_last4;
    expiry_month := card.expiry_month;
    expiry_year := card.expiry_year;
    cardholder_name := card.cardholder_name;
    network := card.network;
    activation_provider := card.activation_provider;
    activation_key := card.activation_key;
    -- Only a Mastercard payload has a product type.
    if card.network = 'mastercard' then
      product_type := coalesce(asked_product_type, card.default_product_type);
    end if;
  end if;
end
$$;
grant execute on function server.authorise_provisioning(
  uuid, uuid, text, uuid, text, text, text, bytea[], text, bytea, jsonb) to passwright_server;

commit;
