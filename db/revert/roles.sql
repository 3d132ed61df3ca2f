-- The roles belong to the cluster: another database may use them, so they stay.
begin;

do $$
declare
  role_name text;
begin
  foreach role_name in array
    array['passwright_owner', 'passwright_server', 'passwright_admin', 'passwright_auditor']
  loop
    execute format('revoke all on database %I from %I', current_database(), role_name);
  end loop;
  execute format('grant connect, temporary on database %I to public', current_database());
  grant usage on schema public to public;
end
$$;

commit;
