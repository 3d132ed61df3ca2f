begin;
set local role passwright_owner;

create or replace function admin.add_loaded_cards() returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  bad record;
  added bigint;
  digest bytea;
begin
  perform vault.begin_action();
  lock table vault.loaded_cards in exclusive mode;

  select l.card_id,
    case
      when l.is_there then 'is already there'
      when not l.has_holder then 'names a cardholder who is not there'
      when not l.has_program then 'names a program that is not there'
      else 'was loaded twice'
    end as problem
  into bad
  from (
    select w.line, w.card_id, count(*) over (partition by w.card_id) as times,
      (select true from vault.cards c where c.id = w.card_id) is true as is_there,
      (select true from vault.cardholders h where h.id = w.cardholder_id) is true as has_holder,
      (select true from vault.programs p where p.id = w.program_id) is true as has_program
    from vault.loaded_cards w
  ) l
  where l.is_there or not l.has_holder or not l.has_program or l.times > 1
  order by l.line
  limit 1;
  if found then
    raise exception 'Loaded card % %; nothing was added.', bad.card_id, bad.problem
      using errcode = 'invalid_parameter_value',
        hint = 'Correct it after admin.discard_loaded_cards(), or add what is missing, then try again.';
  end if;

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
