-- Drops what was loaded and not yet added.
begin;
drop function admin.discard_loaded_cards();
drop function admin.add_loaded_cards();
drop view admin.card_load;
drop function vault.load_card();
drop table vault.loaded_cards;
commit;
