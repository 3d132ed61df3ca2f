-- What a server is told of the database before it says that it is ready.
begin;
create extension if not exists pgtap;
select plan(2);

select is((server.readiness()).writable, true, 'transactions that may write are writable');
set local transaction_read_only = on;
select is((server.readiness()).writable, false, 'read-only transactions are not');

select * from finish();
rollback;
