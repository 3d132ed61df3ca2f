begin;

set local role passwright_owner;
drop schema audit;
drop schema admin;
drop schema server;
drop schema vault;
reset role;

alter default privileges for role passwright_owner grant execute on functions to public;
alter default privileges for role passwright_owner grant usage on types to public;

commit;
