begin;
drop table vault.settings;
commit;
