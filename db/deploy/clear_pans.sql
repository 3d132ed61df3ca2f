-- A clear PAN that is typed where words belong is refused: what is stored as text is in dumps, views and the record of
-- actions. By triggers and not by constraints: a constraint's message shows the row that failed, a row from before
-- this change may still be worked on, and what is not typed is not looked at.
begin;
set local role passwright_owner;

-- Whether a PAN of the four networks stands in a text: 12 to 19 digits that begin with 2 to 6 and pass Luhn's check,
-- in one run or in the groups in which they are embossed, with a space, hyphen, point, slash or underscore between
-- them. Longer runs, and words of hexadecimal digits, are somebody's ids.
create function vault.holds_pan_among_words(typed text) returns boolean
language sql immutable strict parallel safe
return exists (
  select
  from unnest(array[
      '(?<![0-9])[2-6][0-9]{11,18}(?![0-9])',
      '(?<![0-9])[2-6][0-9]{3}(?:[ -][0-9]{4}){3}(?![0-9])',
      '(?<![0-9])[2-6][0-9]{3}(?:[ -][0-9]{4}){3}[ -][0-9]{1,3}(?![0-9])',
      '(?<![0-9])[2-6][0-9]{3}[ -][0-9]{6}[ -][0-9]{4,5}(?![0-9])'
    ]) as form (pattern)
  cross join lateral regexp_matches(
    regexp_replace(translate(typed, './_', '---'), '(?<![0-9A-Za-z-])(?=[0-9-]*[A-Fa-f])[0-9A-Fa-f-]{20,}(?![0-9A-Za-z-])', ' ', 'g'),
    form.pattern, 'g') as found (groups)
  cross join lateral translate(found.groups[1], ' -', '') as digits
  where (
    select sum(case when place % 2 = 1 then digit when digit < 5 then 2 * digit else 2 * digit - 9 end) % 10
    from (
      select place, substr(reverse(digits), place, 1)::integer as digit from generate_series(1, length(digits)) place
    ) as places
  ) = 0);

-- Whether a text is worth that look: quick, for a bulk load asks for each card, and without a query of its own, so that
-- it is not called but written in where it is asked.
create function vault.may_hold_pan(typed text) returns boolean
language sql immutable parallel safe
return length(translate(typed, '0123456789', '')) <= length(typed) - 12
  and typed !~ '^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$';

create function vault.holds_pan(typed text) returns boolean
language sql immutable parallel safe
return vault.may_hold_pan(typed) and vault.holds_pan_among_words(typed);

create function vault.refuse_pan() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'A number like a clear PAN is in a text for %: nothing was stored.', tg_argv[0]
    using errcode = 'invalid_parameter_value',
      hint = 'A PAN comes sealed, from passwright vault seal. If a real one was typed, it is in this session''s history.';
end
$$;

create trigger "no clear PAN: cardholders" before insert or update of id, display_name on vault.cardholders
for each row when (vault.holds_pan(new.id) or vault.holds_pan(new.display_name))
execute function vault.refuse_pan('a cardholder');

create trigger "no clear PAN: programs"
before insert or update of id, name, display_name, activation_key, product_types, default_product_type
on vault.programs
for each row when (
  vault.holds_pan(new.id) or vault.holds_pan(new.name) or vault.holds_pan(new.display_name)
  or vault.holds_pan(new.activation_key) or vault.holds_pan(array_to_string(new.product_types, ','))
  or vault.holds_pan(new.default_product_type))
execute function vault.refuse_pan('a program');

create trigger "no clear PAN: cards" before insert or update of pan_last4, cardholder_name on vault.cards
for each row when (vault.holds_pan(new.pan_last4) or vault.holds_pan(new.cardholder_name))
execute function vault.refuse_pan('a card');

-- Each line of a COPY into admin.card_load is an INSERT of its own, for which a trigger's WHEN is prepared anew; what
-- stands in a function is prepared once. With a WHEN a load took thirty times as long as with none, so it takes twice as long.
create function vault.refuse_pan_in_loaded_card() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if vault.may_hold_pan(new.cardholder_id) or vault.may_hold_pan(new.program_id) or vault.may_hold_pan(new.pan_last4)
    or vault.may_hold_pan(new.cardholder_name) or vault.may_hold_pan(new.status)
  then
    if vault.holds_pan(new.cardholder_id) or vault.holds_pan(new.program_id) or vault.holds_pan(new.pan_last4)
      or vault.holds_pan(new.cardholder_name) or vault.holds_pan(new.status)
    then
      raise exception 'A number like a clear PAN is in a text for a card: nothing was stored.'
        using errcode = 'invalid_parameter_value',
          hint = 'A PAN comes sealed, from passwright vault seal. If a real one was typed, it is in this session''s history.';
    end if;
  end if;
  return new;
end
$$;

create trigger "no clear PAN: loaded cards" before insert on vault.loaded_cards
for each row execute function vault.refuse_pan_in_loaded_card();

create trigger "no clear PAN: settings" before update of pause_reason on vault.settings
for each row when (vault.holds_pan(new.pause_reason))
execute function vault.refuse_pan('a pause');

commit;
