-- Drops the record of what administrators did: keep its head and a dump of it.
begin;
drop function audit.verify_chain(text);
drop view audit.actions;
drop function vault.record_action(text, text, jsonb);
drop function vault.begin_action();
drop table vault.admin_actions;
drop function vault.keep_actions();
drop function vault.action_hash(bigint, timestamptz, text, text, text, jsonb, bytea);
commit;
