-- Four schemas as doors: vault has the tables and no door; the others have functions and views.
begin;

-- Whatever the owner makes is closed until it is granted.
alter default privileges for role passwright_owner revoke execute on functions from public;
alter default privileges for role passwright_owner revoke usage on types from public;

set local role passwright_owner;

create schema vault;
create schema server;
create schema admin;
create schema audit;

grant usage on schema server to passwright_server;
grant usage on schema admin to passwright_admin;
grant usage on schema audit to passwright_auditor;

comment on schema vault is 'Tables and what works on them. Nobody else has usage.';
comment on schema server is 'What the server may ask.';
comment on schema admin is 'What an administrator does and reads.';
comment on schema audit is 'What an auditor reads.';

commit;
