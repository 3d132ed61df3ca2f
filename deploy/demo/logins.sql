-- Who logs in, in the demonstration: a server, an administrator who may also read the audit, and a custodian.
select format('create role %I login in role %s', login, groups)
from (values
  ('passwright_demo_server', 'passwright_server'),
  ('passwright_demo_admin', 'passwright_admin, passwright_auditor'),
  ('passwright_demo_custodian', 'passwright_custodian')
) as demo (login, groups)
where not exists (select from pg_catalog.pg_roles where rolname = login)
\gexec
