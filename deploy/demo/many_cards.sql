-- Many cards, straight into the tables: psql -v cards=N -v every=K -v key=HEX. As a superuser, on a database that
-- holds the demonstration's programs. Two cards a cardholder, who is named after the first.
--
-- Each Kth card is sealed by the command in $SEAL, which reads card and cardholder and writes the file $SEALED. The
-- other sealed PANs are random bytes of the right length and form, which no key opens.
--
-- In the order of their ids, so that the indexes grow at their end, and without the foreign keys' look-ups, which
-- hold by how the rows are made.
set session_replication_role = replica;
set synchronous_commit = off;
set work_mem = '256MB';
set client_min_messages = warning;

set many.cards = :cards;
create function pg_temp.card(n bigint) returns uuid
language sql immutable
return (lpad(to_hex(n * 4294967295 / current_setting('many.cards')::bigint), 8, '0')
  || substr(md5(n::text), 9))::uuid;
create function pg_temp.holder(n bigint) returns text
language sql immutable
return pg_temp.card(n - (n + 1) % 2)::text;

copy (select pg_temp.card(n), pg_temp.holder(n) from generate_series(:every, :cards, :every) n)
to stdout (format csv) \g |eval "$SEAL"
create temporary table sealed as select * from admin.card_load where false;
\copy sealed from program 'cat "$SEALED"' (format csv, header match)
analyze sealed;

insert into vault.cardholders (id, display_name)
select pg_temp.holder(n), 'MANY EXAMPLE' from generate_series(1, :cards, 2) n;

insert into vault.cards (
  id, cardholder, program, sealed_pan, pan_last4, expiry_month, expiry_year, cardholder_name, status, activated_at)
select c.id, pg_temp.holder(c.n), 'visa-debit',
  coalesce(s.sealed_pan, '\x01'::bytea || decode(:'key', 'hex') || '\x04' || sha512(uuid_send(c.id))
    || sha256(uuid_send(c.id))),
  '1111', 12, 2030, 'MANY EXAMPLE', 'active', now()
from (select n, pg_temp.card(n) as id from generate_series(1, :cards) n) c
left join sealed s on s.card_id = c.id;

reset session_replication_role;
vacuum (analyze) vault.cardholders, vault.cards;
