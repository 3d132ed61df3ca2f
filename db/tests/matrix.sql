-- Who may do what: every role, every object, every privilege. Whatever is not in this list must not be granted.
begin;
create extension if not exists pgtap;
select plan(24);

create temporary view doors as
select oid, nspname, nspowner, nspacl from pg_namespace where nspname in ('vault', 'server', 'admin', 'audit', 'custody');

create temporary view granted as
select grant_.grantee, item.object, grant_.privilege_type as privilege
from (
  select 'schema ' || nspname as object, coalesce(nspacl, acldefault('n', nspowner)) as acl from doors
  union all
  select p.oid::regprocedure::text, coalesce(p.proacl, acldefault('f', p.proowner))
  from pg_proc p join doors d on d.oid = p.pronamespace
  union all
  select c.oid::regclass::text,
    coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's'::"char" else 'r'::"char" end, c.relowner))
  from pg_class c join doors d on d.oid = c.relnamespace where c.relkind not in ('i', 'c')
  union all
  select 'type ' || t.oid::regtype::text, coalesce(t.typacl, acldefault('T', t.typowner))
  from pg_type t join doors d on d.oid = t.typnamespace where t.typelem = 0 and t.typrelid = 0
  union all
  select format('%s (%s)', c.oid::regclass, string_agg(a.attname, ', ' order by a.attnum)),
    a.attacl::text::aclitem[]
  from pg_attribute a join pg_class c on c.oid = a.attrelid join doors d on d.oid = c.relnamespace
  where a.attacl is not null
  group by c.oid, a.attacl::text
) item
cross join lateral (
  select case e.grantee when 0 then 'public' else e.grantee::regrole::text end as grantee, e.privilege_type
  from aclexplode(item.acl) e
) grant_
where grant_.grantee <> 'passwright_owner';

select set_eq(
  $$ select grantee, object, privilege from granted where grantee = 'passwright_server' $$,
  $$ values
    ('passwright_server', 'schema server', 'USAGE'),
    ('passwright_server', 'server.authorise_provisioning(uuid,uuid,text,uuid,text,text,text,bytea[],text,bytea,jsonb)',
      'EXECUTE'),
    ('passwright_server', 'server.fail_attempt(uuid,text,jsonb)', 'EXECUTE'),
    ('passwright_server', 'server.record_refusal(uuid,uuid,text,uuid,text,text,text,text,text,jsonb)', 'EXECUTE'),
    ('passwright_server', 'server.cards_of(text,uuid)', 'EXECUTE'),
    ('passwright_server', 'server.readiness()', 'EXECUTE'),
    ('passwright_server', 'server.enabled_programs()', 'EXECUTE'),
    ('passwright_server', 'server.vault_keys_in_use()', 'EXECUTE'),
    ('passwright_server', 'server.vault_keys_needed()', 'EXECUTE'),
    ('passwright_server', 'server.purge_expired(integer)', 'EXECUTE') $$,
  'the server executes server.* and nothing else');

select set_eq(
  $$ select object, privilege from granted where grantee = 'passwright_admin' and object !~ ' [(]' $$,
  $$ values
    ('schema admin', 'USAGE'),
    ('admin.add_cardholder(text,text)', 'EXECUTE'),
    ('admin.block_cardholder(text)', 'EXECUTE'),
    ('admin.unblock_cardholder(text)', 'EXECUTE'),
    ('admin.add_program(text,text,text,text,text[],text,integer)', 'EXECUTE'),
    ('admin.enable_program(text)', 'EXECUTE'),
    ('admin.disable_program(text)', 'EXECUTE'),
    ('admin.set_activation(text,text,text)', 'EXECUTE'),
    ('admin.add_card(uuid,text,text,bytea,text,integer,integer,text,boolean)', 'EXECUTE'),
    ('admin.activate_card(uuid)', 'EXECUTE'),
    ('admin.freeze_card(uuid)', 'EXECUTE'),
    ('admin.unfreeze_card(uuid)', 'EXECUTE'),
    ('admin.block_card(uuid)', 'EXECUTE'),
    ('admin.unblock_card(uuid)', 'EXECUTE'),
    ('admin.report_lost(uuid)', 'EXECUTE'),
    ('admin.report_stolen(uuid)', 'EXECUTE'),
    ('admin.close_card(uuid)', 'EXECUTE'),
    ('admin.renew_card(uuid,bytea,integer,integer,text)', 'EXECUTE'),
    ('admin.enable_card(uuid)', 'EXECUTE'),
    ('admin.disable_card(uuid)', 'EXECUTE'),
    ('admin.add_loaded_cards()', 'EXECUTE'),
    ('admin.discard_loaded_cards()', 'EXECUTE'),
    ('admin.pause_provisioning(text)', 'EXECUTE'),
    ('admin.resume_provisioning()', 'EXECUTE'),
    ('admin.set_allowance(text,integer,interval)', 'EXECUTE'),
    ('admin.drop_attempts_before(date,integer)', 'EXECUTE'),
    ('vault.effective_status(text,smallint,smallint)', 'EXECUTE') $$,
  'the administrator executes admin.* and nothing else');

select set_eq(
  $$ select object, privilege from granted where grantee = 'passwright_admin' and object ~ ' [(]' $$,
  $$ values
    ('admin.cardholders (id, display_name, blocked_at, created_at, cards)', 'SELECT'),
    ('admin.programs (id, name, display_name, network, in_app_provisioning, activation_provider, activation_key, '
      || 'payload_configuration, product_types, default_product_type, created_at)', 'SELECT'),
    ('admin.cards (id, cardholder, program, network, pan_last4, expiry_month, expiry_year, cardholder_name, status, '
      || 'in_app_provisioning, virtual, activated_at, created_at, vault_key_id, refusal)', 'SELECT'),
    ('admin.settings (paused_since, pause_reason, card_attempts, card_window, cardholder_attempts, '
      || 'cardholder_window)', 'SELECT'),
    ('admin.attempts (id, created_at, request_id, cardholder, card, device_type, app_version, outcome, error, reason, '
      || 'nonce_policy, authcode_digest)', 'SELECT'),
    ('admin.attempt_checks (attempt, created_at, number, rule, verdict, microseconds, detail)', 'SELECT'),
    ('admin.refusals_by_reason (hour, outcome, error, reason, attempts, cardholders)', 'SELECT'),
    ('admin.vault_keys (vault_key_id, cards, loaded)', 'SELECT'),
    ('admin.card_load (card_id, cardholder_id, program_id, pan_last4, expiry_month, expiry_year, cardholder_name, '
      || 'status, virtual)', 'SELECT'),
    ('admin.card_load (card_id, cardholder_id, program_id, pan_last4, expiry_month, expiry_year, cardholder_name, '
      || 'status, virtual)', 'INSERT'),
    ('admin.card_load (sealed_pan)', 'INSERT') $$,
  'the administrator reads the views of admin, and loads cards without reading what is sealed');

select set_eq(
  $$ select object, privilege from granted where grantee = 'passwright_auditor' $$,
  $$ values
    ('schema audit', 'USAGE'),
    ('audit.verify_chain(text)', 'EXECUTE'),
    ('audit.actions (number, at, actor, verb, subject, details, previous_hash, hash)', 'SELECT') $$,
  'the auditor reads audit.* and nothing else');

select set_eq(
  $$ select object, privilege from granted where grantee = 'passwright_custodian' $$,
  $$ values
    ('schema custody', 'USAGE'),
    ('custody.keys_in_use()', 'EXECUTE'),
    ('custody.cards_to_rewrap(bytea,uuid,integer)', 'EXECUTE'),
    ('custody.replace_sealed_pans(uuid[],bytea[],bytea[])', 'EXECUTE') $$,
  'the custodian executes custody.* and nothing else');

select is_empty(
  $$ select * from granted where grantee not in
    ('passwright_server', 'passwright_admin', 'passwright_auditor', 'passwright_custodian') $$,
  'nobody else, and not public, is granted anything');

select is_empty(
  $$ select nspname::text from doors where nspowner <> 'passwright_owner'::regrole
    union all
    select p.oid::regprocedure::text from pg_proc p join doors d on d.oid = p.pronamespace
    where p.proowner <> 'passwright_owner'::regrole
    union all
    select c.oid::regclass::text from pg_class c join doors d on d.oid = c.relnamespace
    where c.relowner <> 'passwright_owner'::regrole $$,
  'passwright_owner owns everything');

select is_empty(
  $$ select p.oid::regprocedure from pg_proc p
    where p.pronamespace::regnamespace::text in ('server', 'admin', 'audit', 'custody')
      and (not p.prosecdef or p.proconfig is distinct from array['search_path=""']) $$,
  'a function that others may execute runs as its owner, with an empty search path');

select is_empty(
  $$ select p.oid::regprocedure from pg_proc p join doors d on d.oid = p.pronamespace
    where p.prolang = (select oid from pg_language where lanname = 'plpgsql')
      and p.proconfig is distinct from array['search_path=""'] $$,
  'a function in plpgsql has an empty search path');

select is_empty(
  $$ select p.oid::regprocedure from pg_proc p join doors d on d.oid = p.pronamespace
    where p.prolang = (select oid from pg_language where lanname = 'sql') and p.prosqlbody is null $$,
  'a function in SQL has a standard body, bound when it was made');

select is_empty(
  $$ select rolname from pg_roles where rolname like 'passwright\_%' and rolname in
      ('passwright_owner', 'passwright_server', 'passwright_admin', 'passwright_auditor', 'passwright_custodian')
    and (rolcanlogin or rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls) $$,
  'no group role logs in or has an attribute');

select is_empty(
  $$ select m.member::regrole, m.roleid::regrole from pg_auth_members m
    where m.member in ('passwright_owner'::regrole, 'passwright_server'::regrole, 'passwright_admin'::regrole,
      'passwright_auditor'::regrole, 'passwright_custodian'::regrole) $$,
  'no group role is a member of another');

-- The same, asked of PostgreSQL: whatever way a privilege could come (membership, public, ownership), for every role,
-- every object and every privilege.
create temporary view asked_roles as
select 'passwright_' || word as role from unnest(array['server', 'admin', 'auditor', 'custodian']) word;
create temporary view relations as
select c.oid, c.relkind from pg_class c join doors d on d.oid = c.relnamespace where c.relkind in ('r', 'v', 'm', 'p', 'f');

select set_eq(
  $$ select role, r.oid::regclass::text, privilege from asked_roles cross join relations r
    cross join unnest(array['select', 'insert', 'update', 'references']) privilege
    where has_any_column_privilege(role, r.oid, privilege) $$,
  $$ select distinct grantee, regexp_replace(object, ' [(].*', ''), lower(privilege) from granted
    where object ~ ' [(]' $$,
  'a column is open to those alone who were granted it');
select is_empty(
  $$ select role, r.oid::regclass::text, privilege from asked_roles cross join relations r
    cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) privilege
    where has_table_privilege(role, r.oid, privilege) $$,
  'no table and no view is open as a whole');
select set_eq(
  $$ select role, p.oid::regprocedure::text from asked_roles cross join pg_proc p join doors d on d.oid = p.pronamespace
    where has_function_privilege(role, p.oid, 'execute') $$,
  $$ select grantee, object from granted where privilege = 'EXECUTE' $$,
  'a function is open to those alone who were granted it');
select set_eq(
  $$ select role, d.nspname::text, privilege from asked_roles cross join pg_namespace d
    cross join unnest(array['usage', 'create']) privilege
    where d.nspname in (select nspname from doors union values ('public'), ('sqitch'))
      and has_schema_privilege(role, d.oid, privilege) $$,
  $$ values ('passwright_server', 'server', 'usage'), ('passwright_admin', 'admin', 'usage'),
    ('passwright_auditor', 'audit', 'usage'), ('passwright_custodian', 'custody', 'usage') $$,
  'a role enters its own schema alone, and makes nothing in any');
select set_eq(
  $$ select role, privilege from (select role from asked_roles union values ('passwright_owner')) r
    cross join unnest(array['connect', 'create', 'temporary']) privilege
    where has_database_privilege(role, current_database(), privilege)
    union all
    select 'public', privilege_type from pg_database, aclexplode(datacl) where datname = current_database() and grantee = 0 $$,
  $$ values ('passwright_server', 'connect'), ('passwright_admin', 'connect'), ('passwright_auditor', 'connect'),
    ('passwright_custodian', 'connect'), ('passwright_owner', 'connect'), ('passwright_owner', 'create') $$,
  'each may connect, and only the owner makes a schema');

-- The same, tried.
create function pg_temp.tried(who text, statement text) returns text
language plpgsql as $$
begin
  execute format('set local role %I', who);
  execute statement;
  reset role;
  return 'done';
exception
  when others then return sqlstate;
end
$$;

select results_eq(
  $$ select who, pg_temp.tried(who, 'select from vault.cards'), pg_temp.tried(who, 'delete from vault.admin_actions'),
      pg_temp.tried(who, 'select vault.record_action(''x'', ''y'', ''{}'')')
    from unnest(array['passwright_server', 'passwright_admin', 'passwright_auditor', 'passwright_custodian']) who $$,
  $$ values ('passwright_server', '42501', '42501', '42501'), ('passwright_admin', '42501', '42501', '42501'),
    ('passwright_auditor', '42501', '42501', '42501'), ('passwright_custodian', '42501', '42501', '42501') $$,
  'no role reaches the vault');
select results_eq(
  $$ select who, pg_temp.tried(who, 'select server.readiness()'),
      pg_temp.tried(who, 'select admin.resume_provisioning()'), pg_temp.tried(who, 'select id from admin.cards'),
      pg_temp.tried(who, 'select audit.verify_chain()'), pg_temp.tried(who, 'select custody.keys_in_use()')
    from unnest(array['passwright_server', 'passwright_admin', 'passwright_auditor', 'passwright_custodian']) who $$,
  $$ values ('passwright_server', 'done', '42501', '42501', '42501', '42501'),
    ('passwright_admin', '42501', 'done', 'done', '42501', '42501'),
    ('passwright_auditor', '42501', '42501', '42501', 'done', '42501'),
    ('passwright_custodian', '42501', '42501', '42501', '42501', 'done') $$,
  'each role passes its own door alone');
select is(
  (select string_agg(who, ', ' order by who) from (
    select distinct grantee as who from granted where object ~ 'sealed_pan' and privilege = 'SELECT'
    union
    select distinct g.grantee from granted g
    join pg_proc p on p.oid::regprocedure::text = g.object
    where g.privilege = 'EXECUTE' and exists (
      select from unnest(p.proargnames, p.proargmodes) as a (name, mode) where a.name = 'sealed_pan' and a.mode = 'o')
  ) readers),
  'passwright_custodian, passwright_server', 'what is sealed is read by the server and the custodian alone');
select is_empty(
  $$ select view.relname from pg_class view
    where view.relnamespace = 'admin'::regnamespace and view.relkind = 'v'
      and pg_temp.tried('passwright_admin', format('select %s from admin.%I',
        (select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
          where a.attrelid = view.oid and a.attnum > 0
            and has_column_privilege('passwright_admin', view.oid, a.attnum, 'select')), view.relname)) <> 'done' $$,
  'the administrator reads every view of admin');
select is(pg_temp.tried('passwright_admin', 'update admin.programs set name = ''x'''), '42501',
  'no view is written through');
select is(pg_temp.tried('passwright_admin', 'select sealed_pan from admin.card_load'), '42501',
  'what was loaded is not read back sealed');
select is(pg_temp.tried('passwright_server', 'create temporary table t ()'), '42501', 'the server makes no table');

select * from finish();
rollback;
