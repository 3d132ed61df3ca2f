-- The group roles. None can log in: the operator grants them to login roles (README.md).
begin;

do $$
declare
  roles constant jsonb := '{
    "passwright_owner": "Owns the schemas and migrates them. For deployments only.",
    "passwright_server": "Executes server.*, nothing else.",
    "passwright_admin": "Executes and reads admin.*, nothing else.",
    "passwright_auditor": "Reads audit.*, nothing else."
  }';
  role_name text;
begin
  for role_name in select jsonb_object_keys(roles) loop
    begin
      if not exists (select from pg_catalog.pg_roles r where r.rolname = role_name) then
        execute format('create role %I nologin noinherit', role_name);
        execute format('comment on role %I is %L', role_name, roles ->> role_name);
      end if;
    exception
      -- Roles belong to the whole cluster: another database's deployment may be making them now.
      when duplicate_object or unique_violation then null;
    end;
    execute format('grant connect on database %I to %I', current_database(), role_name);
  end loop;
  -- The changes after this one act as the owner.
  if not pg_has_role(current_user, 'passwright_owner', 'member') then
    execute format('grant passwright_owner to %I', current_user);
  end if;
  execute format('revoke all on database %I from public', current_database());
  execute format('grant create on database %I to passwright_owner', current_database());
  revoke all on schema public from public;
end
$$;

commit;
