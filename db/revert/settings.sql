-- Drops the pause and the allowances.
begin;
drop table vault.settings;
commit;
