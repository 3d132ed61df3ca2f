-- The role belongs to the cluster: another database may use it, so it stays.
begin;

drop function custody.replace_sealed_pans(uuid[], bytea[], bytea[]);
drop function custody.cards_to_rewrap(bytea, uuid, integer);
drop function custody.keys_in_use();
drop schema custody;

-- A column can only be taken from a view by making it again.
drop view admin.vault_keys;
drop view vault.key_use;
set local role passwright_owner;
create view admin.vault_keys as
select encode(c.vault_key_id, 'hex') as vault_key_id, count(*) as cards
from vault.cards c
group by c.vault_key_id;
grant select (vault_key_id, cards) on admin.vault_keys to passwright_admin;
reset role;

do $$
begin
  execute format('revoke all on database %I from passwright_custodian', current_database());
end
$$;

commit;
