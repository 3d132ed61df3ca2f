-- Drops every attempt, every used nonce and what the allowances have counted: nonces from before can be used again.
begin;
drop table vault.cardholder_attempts;
drop table vault.card_attempts;
drop table vault.used_nonces;
drop table vault.provisioning_attempts;
commit;
