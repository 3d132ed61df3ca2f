-- Drops every cardholder, program and card.
begin;
drop table vault.cards;
drop function vault.require_sealed_pan(bytea);
drop function vault.is_sealed_pan(bytea);
drop table vault.programs;
drop function vault.are_product_types(text[]);
drop table vault.cardholders;
commit;
