begin;
set local role passwright_owner;

drop trigger "no control characters: settings" on vault.settings;
drop trigger "no control characters: cards" on vault.cards;
drop trigger "no control characters: programs" on vault.programs;
drop trigger "no control characters: cardholders" on vault.cardholders;
drop function vault.refuse_hidden_characters();
drop function vault.hides_something(text);

-- A door goes, and the verb behind it comes back to where it was.
do $$
declare
  door regprocedure;
  room text;
begin
  for door in
    select p.oid from pg_catalog.pg_proc p
    where p.pronamespace = 'admin'::regnamespace and p.pronargs > 0 order by p.oid
  loop
    select format('vault.%I(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) into strict room
    from pg_catalog.pg_proc p where p.oid = door;
    execute format('drop function %s', door);
    execute format('alter function %s set schema admin', room);
    execute format('grant execute on function %s to passwright_admin', replace(room, 'vault.', 'admin.'));
  end loop;
end
$$;

drop function vault.make_door(regprocedure);
drop function vault.look_at_argument(text, text, anyelement, boolean);

commit;
