-- What a server's operator asks before cards are refused: whether each card's vault key is there.
begin;
set local role passwright_owner;

-- Reads every card: for a person who waits, not for a request.
create function server.vault_keys_in_use(out vault_key_id bytea, out cards bigint) returns setof record
language sql stable security definer
set search_path = ''
begin atomic
  select c.vault_key_id, count(*) from vault.cards c group by c.vault_key_id order by c.vault_key_id;
end;
grant execute on function server.vault_keys_in_use() to passwright_server;

commit;
