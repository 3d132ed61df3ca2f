-- The group roles. None can log in: the operator grants them to login roles (README.md).
begin;

do $$
declare
  role_name text;
begin
  foreach role_name in array
    array['passwright_owner', 'passwright_server', 'passwright_admin', 'passwright_auditor']
  loop
    begin
      if not exists (select from pg_catalog.pg_roles r where r.rolname = role_name) then
        execute format('create role %I nologin noinherit', role_name);
      end if;
    exception
      -- Roles belong to the whole cluster: another database's deployment may be making them now.
      when duplicate_object or unique_violation then null;
    end;
    execute format('grant connect on database %I to %I', current_database(), role_name);
  end loop;
  execute format('revoke all on database %I from public', current_database());
  execute format('grant create on database %I to passwright_owner', current_database());
  revoke all on schema public from public;
end
$$;

comment on role passwright_owner is 'Owns the schemas and migrates them. For deployments only.';
comment on role passwright_server is 'Executes server.*, nothing else.';
comment on role passwright_admin is 'Executes and reads admin.*, nothing else.';
comment on role passwright_auditor is 'Reads audit.*, nothing else.';

commit;
