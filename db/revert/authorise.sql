begin;
drop function server.authorise_provisioning(
  uuid, uuid, text, uuid, text, text, text, bytea[], text, bytea, jsonb);
drop function vault.error_of(text);
drop function vault.count_card_attempt(uuid, integer, interval);
drop function vault.count_cardholder_attempt(text, integer, interval);
commit;
