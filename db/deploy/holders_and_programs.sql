-- The verbs for cardholders and programs. Repeating a verb changes nothing and is recorded.
begin;
set local role passwright_owner;

create function admin.add_cardholder(cardholder_id text, display_name text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  there vault.cardholders;
begin
  perform vault.begin_action();
  select * into there from vault.cardholders h where h.id = cardholder_id;
  if not found then
    insert into vault.cardholders (id, display_name) values (cardholder_id, add_cardholder.display_name);
  elsif there.display_name is distinct from add_cardholder.display_name then
    raise exception 'Cardholder % is already there with another name.', cardholder_id
      using errcode = 'unique_violation';
  end if;
  perform vault.record_action('add_cardholder', cardholder_id, jsonb_build_object('changed', there.id is null));
  return cardholder_id;
end
$$;

create function vault.set_cardholder_block(verb text, cardholder_id text, block boolean) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  there vault.cardholders;
begin
  perform vault.begin_action();
  select * into there from vault.cardholders h where h.id = cardholder_id for update;
  if not found then
    raise exception 'There is no cardholder %.', cardholder_id using errcode = 'no_data_found';
  end if;
  if (there.blocked_at is not null) is distinct from block then
    update vault.cardholders h set blocked_at = case when block then now() end where h.id = cardholder_id;
  end if;
  perform vault.record_action(
    verb, cardholder_id, jsonb_build_object('changed', (there.blocked_at is not null) is distinct from block));
  return case when block then 'blocked' else 'not blocked' end;
end
$$;

create function admin.block_cardholder(cardholder_id text) returns text
language sql volatile security definer
set search_path = ''
return vault.set_cardholder_block('block_cardholder', cardholder_id, true);

create function admin.unblock_cardholder(cardholder_id text) returns text
language sql volatile security definer
set search_path = ''
return vault.set_cardholder_block('unblock_cardholder', cardholder_id, false);

-- A program answers network_unsupported until admin.set_activation has named who makes its activation data.
create function admin.add_program(
  program_id text, name text, network text, display_name text, product_types text[] default '{}',
  default_product_type text default null, payload_configuration integer default 1) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  there vault.programs;
begin
  perform vault.begin_action();
  select * into there from vault.programs p where p.id = program_id;
  if not found then
    insert into vault.programs (
      id, name, display_name, network, product_types, default_product_type, payload_configuration)
    values (
      program_id, add_program.name, add_program.display_name, add_program.network, add_program.product_types,
      add_program.default_product_type, add_program.payload_configuration);
  elsif (there.name, there.display_name, there.network, there.product_types, there.default_product_type,
      there.payload_configuration)
    is distinct from (add_program.name, add_program.display_name, add_program.network, add_program.product_types,
      add_program.default_product_type, add_program.payload_configuration::smallint)
  then
    raise exception 'Program % is already there with other values.', program_id using errcode = 'unique_violation';
  end if;
  perform vault.record_action('add_program', program_id, jsonb_build_object(
    'changed', there.id is null, 'name', name, 'network', network, 'display_name', display_name,
    'product_types', product_types, 'default_product_type', default_product_type,
    'payload_configuration', payload_configuration));
  return program_id;
end
$$;

create function vault.switch_program(verb text, program_id text, enabled boolean) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  there vault.programs;
begin
  perform vault.begin_action();
  select * into there from vault.programs p where p.id = program_id for update;
  if not found then
    raise exception 'There is no program %.', program_id using errcode = 'no_data_found';
  end if;
  if there.in_app_provisioning is distinct from enabled then
    update vault.programs p set in_app_provisioning = enabled where p.id = program_id;
  end if;
  perform vault.record_action(
    verb, program_id, jsonb_build_object('changed', there.in_app_provisioning is distinct from enabled));
  return case when enabled then 'enabled' else 'disabled' end;
end
$$;

create function admin.enable_program(program_id text) returns text
language sql volatile security definer
set search_path = ''
return vault.switch_program('enable_program', program_id, true);

create function admin.disable_program(program_id text) returns text
language sql volatile security definer
set search_path = ''
return vault.switch_program('disable_program', program_id, false);

-- Who makes the program's activation data: issuer_otp, visa_mbpac, mastercard_tav3 or mastercard_tav4, and the name
-- of its key in the key folder. The key itself is never in the database.
create function admin.set_activation(program_id text, provider text, key_name text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  there vault.programs;
begin
  perform vault.begin_action();
  select * into there from vault.programs p where p.id = program_id for update;
  if not found then
    raise exception 'There is no program %.', program_id using errcode = 'no_data_found';
  end if;
  update vault.programs p set activation_provider = provider, activation_key = key_name where p.id = program_id;
  perform vault.record_action('set_activation', program_id, jsonb_build_object(
    'changed', (there.activation_provider, there.activation_key) is distinct from (provider, key_name),
    'provider', provider, 'key_name', key_name));
  return provider;
end
$$;

grant execute on function admin.add_cardholder(text, text) to passwright_admin;
grant execute on function admin.block_cardholder(text) to passwright_admin;
grant execute on function admin.unblock_cardholder(text) to passwright_admin;
grant execute on function admin.add_program(text, text, text, text, text[], text, integer) to passwright_admin;
grant execute on function admin.enable_program(text) to passwright_admin;
grant execute on function admin.disable_program(text) to passwright_admin;
grant execute on function admin.set_activation(text, text, text) to passwright_admin;

commit;
