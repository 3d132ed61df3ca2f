begin;
drop table vault.cards;
drop table vault.programs;
drop table vault.cardholders;
commit;
