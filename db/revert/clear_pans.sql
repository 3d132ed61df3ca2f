begin;
set local role passwright_owner;

drop trigger "no clear PAN: settings" on vault.settings;
drop trigger "no clear PAN: loaded cards" on vault.loaded_cards;
drop trigger "no clear PAN: cards" on vault.cards;
drop trigger "no clear PAN: programs" on vault.programs;
drop trigger "no clear PAN: cardholders" on vault.cardholders;
drop function vault.refuse_pan_in_loaded_card();
drop function vault.refuse_pan();
drop function vault.holds_pan(text);
drop function vault.may_hold_pan(text);
drop function vault.holds_pan_among_words(text);

commit;
