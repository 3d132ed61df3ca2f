begin;
drop view vault.card_standings;
drop function vault.effective_status(text, smallint, smallint);
commit;
