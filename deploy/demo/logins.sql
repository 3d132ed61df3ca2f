-- Who logs in, in the demonstration: a server, an administrator who may also read the audit, and a custodian.
select format('create role %I login in role %s', login, groups)
from (values
  ('passwright_demo_server', 'passwright_server'),
  ('passwright_demo_admin', 'passwright_admin, passwright_auditor'),
  ('passwright_demo_custodian', 'passwright_custodian')
) as demo (login, groups)
where not exists (select from pg_catalog.pg_roles where rolname = login)
\gexec

-- What the server no longer waits for must not be committed later: a role's own settings, not its group's.
alter role passwright_demo_server set statement_timeout = '2s';
alter role passwright_demo_server set lock_timeout = '500ms';
alter role passwright_demo_server set idle_in_transaction_session_timeout = '5s';
