begin;

select 1 / (vault.holds_pan('4111::1111 1111‑1111') and vault.holds_pan('４１１１１１１１１１１１１１１１'))::integer;

rollback;
