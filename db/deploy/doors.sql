-- What an administrator types is looked at before a verb does anything, and what is wrong is said in a sentence: an
-- argument that is null, a day or a span that has no end, a number out of all bounds. And no name on a card, in a list
-- or in the record of actions hides a control character, or turns the direction of what stands beside it.
begin;
set local role passwright_owner;

-- One argument of a verb, as it was typed. What depends on the rest (a month of 1 to 12, a network that is there) is
-- for the tables' constraints.
create function vault.look_at_argument(verb text, argument text, typed anyelement, may_be_null boolean) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if typed is null then
    if not may_be_null then
      raise exception '% needs %: it is null.', verb, argument using errcode = 'null_value_not_allowed';
    end if;
  elsif pg_typeof(typed) = 'text[]'::regtype then
    if array_position(typed::text::text[], null) is not null then
      raise exception '% takes no null among its %.', verb, argument using errcode = 'null_value_not_allowed';
    end if;
  elsif pg_typeof(typed) = 'date'::regtype then
    if typed::text::date not between '1970-01-01' and '9999-12-31' then
      raise exception '% takes a day from 1970-01-01 to 9999-12-31: % is none.', verb, argument
        using errcode = 'datetime_field_overflow';
    end if;
  elsif pg_typeof(typed) = 'interval'::regtype then
    -- Where an interval may be infinite, its text says so. Longer ones are more than can be added to a time.
    if typed::text like '%infinity' or abs(extract(epoch from typed::text::interval)) > 100 * 366 * 86400.0 then
      raise exception '% takes a span of time that ends: % is none.', verb, argument
        using errcode = 'interval_field_overflow';
    end if;
  elsif pg_typeof(typed) = 'integer'::regtype then
    -- A smallint in the tables.
    if typed::text::integer not between 1 and (
      case when argument in ('expiry_month', 'expiry_year', 'payload_configuration') then 9999 else 1000000 end)
    then
      raise exception '% takes a number from 1 on, and not so large a one: %.', verb, argument
        using errcode = 'numeric_value_out_of_range';
    end if;
  end if;
end
$$;

-- Makes the door of a verb: the function of the same name in the schema admin, which looks at each argument and then
-- calls the verb itself. An argument whose default is null may be null.
create function vault.make_door(verb regprocedure) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  room constant pg_catalog.pg_proc := (select p from pg_catalog.pg_proc p where p.oid = verb);
  places constant integer := room.pronargs;
  looks text;
begin
  select string_agg(format('  perform vault.look_at_argument(%L, %L, $%s, %s);', room.proname,
      room.proargnames[place], place, (coalesce(pg_get_function_arg_default(room.oid, place), '') ilike 'null%')::text), e'\n'
      order by place)
  into strict looks
  from generate_series(1, places) place;
  execute format(
    e'create function admin.%I(%s) returns %s\nlanguage plpgsql volatile security definer\nset search_path = \'\'\n'
      'as $door$\nbegin\n%s\n  %s vault.%I(%s);\nend\n$door$',
    room.proname, pg_get_function_arguments(room.oid), pg_get_function_result(room.oid), looks,
    case when room.prorettype = 'void'::regtype then 'perform' else 'return' end, room.proname,
    (select string_agg('$' || place, ', ') from generate_series(1, places) place));
  execute format('grant execute on function admin.%I(%s) to passwright_admin', room.proname,
    pg_get_function_identity_arguments(room.oid));
end
$$;

-- Each verb that is there goes behind a door. It stays what it is, and nobody but the door reaches it.
do $$
declare
  verb regprocedure;
begin
  for verb in
    select p.oid from pg_catalog.pg_proc p
    where p.pronamespace = 'admin'::regnamespace and p.pronargs > 0 order by p.oid
  loop
    execute format('revoke execute on function %s from passwright_admin', verb);
    execute format('alter function %s set schema vault', verb);
    perform vault.make_door(verb);
  end loop;
end
$$;

-- Control characters, C1 among them, and those that turn the direction of a text or mark it without being seen.
create function vault.hides_something(typed text) returns boolean
language sql immutable parallel safe
return typed ~ '[\u0001-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060\u2066-\u2069\uFEFF]';

create function vault.refuse_hidden_characters() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'A control character is in a text for %: nothing was stored.', tg_argv[0]
    using errcode = 'invalid_parameter_value',
      hint = 'Line breaks, tabs, and characters that turn the direction of a text are control characters too.';
end
$$;

-- By triggers, as for clear PANs: a row from before may still be worked on.
create trigger "no control characters: cardholders" before insert or update of id, display_name on vault.cardholders
for each row when (vault.hides_something(new.id) or vault.hides_something(new.display_name))
execute function vault.refuse_hidden_characters('a cardholder');

create trigger "no control characters: programs" before insert or update of name, display_name on vault.programs
for each row when (vault.hides_something(new.name) or vault.hides_something(new.display_name))
execute function vault.refuse_hidden_characters('a program');

create trigger "no control characters: cards" before insert or update of cardholder_name on vault.cards
for each row when (vault.hides_something(new.cardholder_name))
execute function vault.refuse_hidden_characters('a card');

create trigger "no control characters: settings" before update of pause_reason on vault.settings
for each row when (vault.hides_something(new.pause_reason))
execute function vault.refuse_hidden_characters('a pause');

commit;
