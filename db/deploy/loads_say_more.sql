-- A load that cannot be added names all of its cards that stand in the way, and one that is sealed for a key that no card
-- had before says so.
begin;
set local role passwright_owner;

create or replace function admin.add_loaded_cards() returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- How many are named where some cannot be added.
  most constant integer := 20;
  bad record;
  stranger text;
  added bigint;
  digest bytea;
begin
  perform vault.begin_action();
  lock table vault.loaded_cards in exclusive mode;

  select count(*) as cards, (array_agg(format('%s %s', p.card_id, p.problem) order by p.line))[1] as first,
    array_to_string((array_agg(format('%s %s', p.card_id, p.problem) order by p.line))[:most], e'\n') as all_of_them
  into bad
  from (
    select l.line, l.card_id,
      case
        when l.is_there then 'is already there'
        when not l.has_holder then 'names a cardholder who is not there'
        when not l.has_program then 'names a program that is not there'
        when l.times > 1 then 'was loaded twice'
        when l.pan_last4 !~ '^[0-9]{4}$' then 'has last four digits that are not four digits'
        when l.expiry_month not between 1 and 12 or l.expiry_year not between 2000 and 2099
          then 'has an expiry that is no month of 2000 to 2099'
        when length(l.cardholder_name) not between 1 and 100
          then 'has a cardholder name that is not of 1 to 100 characters'
        when l.status not in ('not_activated', 'active', 'frozen', 'blocked', 'lost', 'stolen', 'expired', 'closed')
          then 'has a status that is none'
      end as problem
    from (
      select w.line, w.card_id, w.pan_last4, w.expiry_month, w.expiry_year, w.cardholder_name, w.status,
        count(*) over (partition by w.card_id) as times,
        (select true from vault.cards c where c.id = w.card_id) is true as is_there,
        (select true from vault.cardholders h where h.id = w.cardholder_id) is true as has_holder,
        (select true from vault.programs p where p.id = w.program_id) is true as has_program
      from vault.loaded_cards w
    ) l
  ) p
  where p.problem is not null;
  if bad.cards > 0 then
    raise exception 'Loaded card %; nothing was added.', bad.first
      using errcode = 'invalid_parameter_value',
        detail = format('%s cards cannot be added%s:', bad.cards,
          case when bad.cards > most then format(', the first %s of them', most) else '' end) || e'\n' || bad.all_of_them,
        hint = 'Correct it after admin.discard_loaded_cards(), or add what is missing, then try again.';
  end if;

  -- A key that no card has yet: a new one, or the wrong folder's.
  for stranger in
    select encode(k.vault_key_id, 'hex')
    from (select distinct substring(w.sealed_pan from 2 for 4) as vault_key_id from vault.loaded_cards w) k
    -- By the index, which a search for a key that hardly any card has would not be.
    where (select c.vault_key_id from vault.cards c where c.vault_key_id >= k.vault_key_id
      order by c.vault_key_id limit 1) is distinct from k.vault_key_id
    order by 1
  loop
    raise notice 'Vault key % has sealed no card before: the servers answer 502 for its cards until they have it.', stranger
      using hint = 'passwright doctor names each key that a card needs and is not there.';
  end loop;

  select count(*), coalesce(sha256(string_agg(
    sha256(uuid_send(l.card_id) || l.sealed_pan || convert_to(
      jsonb_build_array(l.cardholder_id, l.program_id, l.pan_last4, l.expiry_month, l.expiry_year, l.cardholder_name,
        l.status, l.virtual)::text, 'UTF8')),
    '' order by l.card_id)), sha256(''))
  into added, digest
  from vault.loaded_cards l;

  insert into vault.cards (
    id, cardholder, program, sealed_pan, pan_last4, expiry_month, expiry_year, cardholder_name, status,
    status_before_block, virtual, activated_at)
  select l.card_id, l.cardholder_id, l.program_id, l.sealed_pan, l.pan_last4, l.expiry_month, l.expiry_year,
    coalesce(l.cardholder_name, (select h.display_name from vault.cardholders h where h.id = l.cardholder_id)),
    l.status, case when l.status = 'blocked' then 'active' end, l.virtual,
    case when l.status <> 'not_activated' then now() end
  from vault.loaded_cards l;
  delete from vault.loaded_cards;

  perform vault.record_action('add_loaded_cards', 'cards', jsonb_build_object(
    'changed', added > 0, 'count', added, 'digest', encode(digest, 'hex')));
  return added;
end
$$;

commit;
