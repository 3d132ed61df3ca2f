begin;
drop function server.purge_expired(integer);
drop function server.enabled_programs();
drop function server.readiness();
drop function server.cards_of(text, uuid);
drop function server.record_refusal(uuid, uuid, text, uuid, text, text, text, text, text, jsonb);
drop function server.fail_attempt(uuid, text, jsonb);
commit;
