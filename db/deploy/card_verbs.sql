-- The verbs for cards. A PAN comes sealed; a clear one never enters SQL.
begin;
set local role passwright_owner;

create function admin.add_card(
  card_id uuid, cardholder_id text, program_id text, sealed_pan bytea, pan_last4 text, expiry_month integer,
  expiry_year integer, cardholder_name text, virtual boolean default false) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  there vault.cards;
begin
  perform vault.require_sealed_pan(add_card.sealed_pan);
  perform vault.begin_action();
  if not exists (select from vault.cardholders h where h.id = cardholder_id) then
    raise exception 'There is no cardholder %.', cardholder_id using errcode = 'no_data_found';
  elsif not exists (select from vault.programs p where p.id = program_id) then
    raise exception 'There is no program %.', program_id using errcode = 'no_data_found';
  end if;
  select * into there from vault.cards c where c.id = card_id;
  if not found then
    insert into vault.cards (
      id, cardholder, program, sealed_pan, pan_last4, expiry_month, expiry_year, cardholder_name, virtual)
    values (
      card_id, cardholder_id, program_id, add_card.sealed_pan, add_card.pan_last4, add_card.expiry_month,
      add_card.expiry_year, add_card.cardholder_name, add_card.virtual);
  elsif (there.cardholder, there.program, there.sealed_pan, there.pan_last4, there.expiry_month,
      there.expiry_year, there.cardholder_name, there.virtual)
    is distinct from (cardholder_id, program_id, add_card.sealed_pan, add_card.pan_last4,
      add_card.expiry_month::smallint, add_card.expiry_year::smallint, add_card.cardholder_name, add_card.virtual)
  then
    raise exception 'Card % is already there with other values.', card_id using errcode = 'unique_violation';
  end if;
  perform vault.record_action('add_card', card_id::text, jsonb_build_object(
    'changed', there.id is null, 'cardholder', cardholder_id, 'program', program_id, 'virtual', virtual,
    'expiry', format('%s-%s', expiry_year, lpad(expiry_month::text, 2, '0'))));
  return card_id;
end
$$;

create function vault.locked_card(card_id uuid) returns vault.cards
language plpgsql volatile
set search_path = ''
as $$
declare
  card vault.cards;
begin
  select * into card from vault.cards c where c.id = card_id for update;
  if not found then
    raise exception 'There is no card %.', card_id using errcode = 'no_data_found';
  end if;
  return card;
end
$$;

-- One transition. A card that already is what the verb makes stays; from a state that is not listed it is an
-- exception. The state is the effective one: a card past its date is expired, and only closes or is renewed.
create function vault.move_card(verb text, card_id uuid, states text[], made text) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  card vault.cards;
  before text;
begin
  perform vault.begin_action();
  card := vault.locked_card(card_id);
  before := vault.effective_status(card.status, card.expiry_year, card.expiry_month);
  if before = any (states) then
    update vault.cards c set
      status = made,
      status_before_block = case when made = 'blocked' then c.status end,
      activated_at = case when made = 'active' then coalesce(c.activated_at, now()) else c.activated_at end
    where c.id = card_id;
  elsif before <> made then
    raise exception 'Card % is %: % needs a card that is %.', card_id, before, verb, array_to_string(states, ' or ')
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform vault.record_action(
    verb, card_id::text, jsonb_build_object('changed', before <> made, 'before', before, 'after', made));
  return made;
end
$$;

create function admin.activate_card(card_id uuid) returns text
language sql volatile security definer
set search_path = ''
return vault.move_card('activate_card', card_id, array['not_activated'], 'active');

create function admin.freeze_card(card_id uuid) returns text
language sql volatile security definer
set search_path = ''
return vault.move_card('freeze_card', card_id, array['active'], 'frozen');

create function admin.unfreeze_card(card_id uuid) returns text
language sql volatile security definer
set search_path = ''
return vault.move_card('unfreeze_card', card_id, array['frozen'], 'active');

create function admin.block_card(card_id uuid) returns text
language sql volatile security definer
set search_path = ''
return vault.move_card('block_card', card_id, array['active', 'frozen'], 'blocked');

create function admin.report_lost(card_id uuid) returns text
language sql volatile security definer
set search_path = ''
return vault.move_card('report_lost', card_id, array['not_activated', 'active', 'frozen', 'blocked'], 'lost');

create function admin.report_stolen(card_id uuid) returns text
language sql volatile security definer
set search_path = ''
return vault.move_card('report_stolen', card_id, array['not_activated', 'active', 'frozen', 'blocked'], 'stolen');

create function admin.close_card(card_id uuid) returns text
language sql volatile security definer
set search_path = ''
return vault.move_card('close_card', card_id, array['not_activated', 'lost', 'stolen', 'expired'], 'closed');

-- Unblocking restores what the card was; a card that is not blocked stays what it is.
create function admin.unblock_card(card_id uuid) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  card vault.cards;
begin
  perform vault.begin_action();
  card := vault.locked_card(card_id);
  return vault.move_card('unblock_card', card_id, array['blocked'],
    case card.status when 'frozen' then 'frozen' else coalesce(card.status_before_block, 'active') end);
end
$$;

-- A new expiry, with the PAN sealed again since the seal binds the expiry. An expired card becomes active; a frozen
-- or blocked one stays what it is, so that renewing never unblocks.
create function admin.renew_card(
  card_id uuid, sealed_pan bytea, expiry_month integer, expiry_year integer, pan_last4 text default null)
returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  card vault.cards;
  made text;
  changed boolean;
begin
  perform vault.require_sealed_pan(renew_card.sealed_pan);
  perform vault.begin_action();
  card := vault.locked_card(card_id);
  if card.status in ('lost', 'stolen', 'closed') then
    raise exception 'Card % is % and cannot be renewed.', card_id, card.status
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  changed := (card.sealed_pan, card.expiry_year, card.expiry_month, card.pan_last4) is distinct from (
    renew_card.sealed_pan, renew_card.expiry_year::smallint, renew_card.expiry_month::smallint,
    coalesce(renew_card.pan_last4, card.pan_last4));
  if changed and make_date(renew_card.expiry_year, renew_card.expiry_month, 1)
    <= make_date(card.expiry_year, card.expiry_month, 1)
  then
    raise exception 'The new expiry of card % is not later than the old one.', card_id
      using errcode = 'invalid_parameter_value';
  elsif vault.effective_status('active', renew_card.expiry_year::smallint, renew_card.expiry_month::smallint)
    = 'expired'
  then
    raise exception 'The new expiry of card % is past.', card_id using errcode = 'invalid_parameter_value';
  end if;
  made := case card.status when 'expired' then 'active' else card.status end;
  update vault.cards c set
    sealed_pan = renew_card.sealed_pan,
    expiry_month = renew_card.expiry_month,
    expiry_year = renew_card.expiry_year,
    pan_last4 = coalesce(renew_card.pan_last4, c.pan_last4),
    status = made,
    activated_at = case when made = 'active' then coalesce(c.activated_at, now()) else c.activated_at end
  where c.id = card_id and changed;
  perform vault.record_action('renew_card', card_id::text, jsonb_build_object(
    'changed', changed, 'after', made,
    'expiry', format('%s-%s', renew_card.expiry_year, lpad(renew_card.expiry_month::text, 2, '0'))));
  return made;
end
$$;

-- Whether the card may go to Apple Pay, whatever its state.
create function vault.switch_card(verb text, card_id uuid, enabled boolean) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  card vault.cards;
begin
  perform vault.begin_action();
  card := vault.locked_card(card_id);
  if card.in_app_provisioning is distinct from enabled then
    update vault.cards c set in_app_provisioning = enabled where c.id = card_id;
  end if;
  perform vault.record_action(
    verb, card_id::text, jsonb_build_object('changed', card.in_app_provisioning is distinct from enabled));
  return case when enabled then 'enabled' else 'disabled' end;
end
$$;

create function admin.enable_card(card_id uuid) returns text
language sql volatile security definer
set search_path = ''
return vault.switch_card('enable_card', card_id, true);

create function admin.disable_card(card_id uuid) returns text
language sql volatile security definer
set search_path = ''
return vault.switch_card('disable_card', card_id, false);

grant execute on function
  admin.add_card(uuid, text, text, bytea, text, integer, integer, text, boolean) to passwright_admin;
grant execute on function admin.activate_card(uuid) to passwright_admin;
grant execute on function admin.freeze_card(uuid) to passwright_admin;
grant execute on function admin.unfreeze_card(uuid) to passwright_admin;
grant execute on function admin.block_card(uuid) to passwright_admin;
grant execute on function admin.unblock_card(uuid) to passwright_admin;
grant execute on function admin.report_lost(uuid) to passwright_admin;
grant execute on function admin.report_stolen(uuid) to passwright_admin;
grant execute on function admin.close_card(uuid) to passwright_admin;
grant execute on function admin.renew_card(uuid, bytea, integer, integer, text) to passwright_admin;
grant execute on function admin.enable_card(uuid) to passwright_admin;
grant execute on function admin.disable_card(uuid) to passwright_admin;

commit;
