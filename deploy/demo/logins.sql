-- Who logs in, in the demonstration: a server, and an administrator who may also read the audit.
select format('create role %I login in role %s', login, groups)
from (values
  ('passwright_demo_server', 'passwright_server'),
  ('passwright_demo_admin', 'passwright_admin, passwright_auditor')
) as demo (login, groups)
where not exists (select from pg_catalog.pg_roles where rolname = login)
\gexec
