-- Who logs in, in the demonstration: a server, an administrator who may also read the audit, and a custodian.
select format('create role %I login in role %s', login, groups)
from (values
  ('passwright_demo_server', 'passwright_server'),
  ('passwright_demo_admin', 'passwright_admin, passwright_auditor'),
  ('passwright_demo_custodian', 'passwright_custodian')
) as demo (login, groups)
where not exists (select from pg_catalog.pg_roles where rolname = login)
\gexec

-- What the server no longer waits for must not be committed later: a role's own settings, not its group's. Only
-- where they are not there yet: two at once would collide.
select format('alter role passwright_demo_server set %I = %L', name, value)
from (values
  ('statement_timeout', '2s'), ('lock_timeout', '500ms'), ('idle_in_transaction_session_timeout', '5s')
) as wanted (name, value)
where not exists (
  select from pg_catalog.pg_db_role_setting s
  where s.setrole = 'passwright_demo_server'::regrole and s.setdatabase = 0
    and format('%s=%s', name, value) = any (s.setconfig))
\gexec

-- What an administrator typed in the wrong place, a PAN at worst, is told on his terminal and not in PostgreSQL's log.
select format('alter role passwright_demo_admin set log_min_messages = %L', 'fatal')
where not exists (
  select from pg_catalog.pg_db_role_setting s
  where s.setrole = 'passwright_demo_admin'::regrole and s.setdatabase = 0
    and 'log_min_messages=fatal' = any (s.setconfig))
\gexec

-- Verbs come one after another: a transaction that an administrator left open keeps all others waiting, the pause too.
select format('alter role passwright_demo_admin set idle_in_transaction_session_timeout = %L', '30s')
where not exists (
  select from pg_catalog.pg_db_role_setting s
  where s.setrole = 'passwright_demo_admin'::regrole and s.setdatabase = 0
    and 'idle_in_transaction_session_timeout=30s' = any (s.setconfig))
\gexec
