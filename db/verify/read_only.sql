begin;

set local transaction_read_only = on;
select 1 / (not writable)::integer from server.readiness();

rollback;
