begin;
drop function server.vault_keys_in_use();
commit;
