-- No clear PAN in what is typed as text.
begin;
create extension if not exists pgtap;
select plan(65);

select is(vault.holds_pan(typed), expected, format('%s a PAN: %s', case when expected then 'holds' else 'holds no' end, what))
from (values
  ('4111111111111111', true, 'as it is'),
  ('5555-5555-5555-4444', true, 'with hyphens'),
  ('4242 4242 4242 4242', true, 'as it is embossed'),
  ('4111.1111.1111.1111', true, 'with points'),
  ('4111/1111/1111/1111', true, 'with slashes'),
  ('4111_1111_1111_1111', true, 'with underscores'),
  ('call 192.168.1.1 at 21/12/2026', false, 'where addresses and dates are'),
  ('3782 822463 10005', true, 'as American Express embosses it'),
  ('lost: 4111111111111111, 12/30', true, 'among words'),
  ('pan4111111111111111x', true, 'between letters'),
  ('4111 1111 1111 1111 123', true, 'with a code behind it'),
  ('6759649826438453', true, 'of 16 digits that begin with 6'),
  ('6799990100000000019', true, 'of 19 digits'),
  ('501800000009', true, 'of 12 digits'),
  ('50180000009', false, 'of 11 digits'),
  ('41111111111111111111', false, 'of 20 digits'),
  ('4111111111111112', false, 'that Luhn''s check refuses'),
  ('1767225600003', false, 'that no network begins so'),
  ('4111-1111-1111-4111-a11111111111', false, 'in a word of hexadecimal digits'),
  ('0a000000-0000-4000-8000-411111111111', false, 'at the end of a UUID'),
  ('Paused 2026-11-30 21:28:33, call 0049 30 123456', false, 'where dates and telephone numbers are'),
  ('4111 1111 1111 1111', true, 'with spaces that do not break'),
  ('4111‑1111‑1111‑1111', true, 'with hyphens that do not break'),
  ('4111 1111 1111　1111', true, 'with spaces of three widths'),
  ('41​11​1111​1111​1111', true, 'with characters that have no width'),
  ('４１１１１１１１１１１１１１１１', true, 'in full-width digits'),
  ('٤١١١ ١١١١ ١١١١ ١١١١', true, 'in Arabic-Indic digits'),
  ('4111 1111 111１ １１１１', true, 'in the digits of two scripts'),
  ('4111,1111,1111,1111', true, 'with commas'),
  ('4111:1111:1111:1111', true, 'with colons'),
  ('4111*1111*1111*1111', true, 'with asterisks'),
  ('4111 - 1111 - 1111 - 1111', true, 'with three characters between two groups'),
  ('4111    1111    1111    1111', false, 'with four'),
  ('41111111 11111111', true, 'in two groups of eight'),
  ('411111 1111111111', true, 'in groups of six and ten'),
  ('4111 111111111111', true, 'in groups of four and twelve'),
  ('4,111,111,111,111,111', true, 'as a spreadsheet shows it'),
  ('2026-11-30T21:28:33.123456+00:00', false, 'in an instant'),
  ('20261130-21283300', false, 'in a day and a time of eight digits'),
  ('+49 30 1234 5678 90', false, 'in a telephone number'),
  ('a11ce000-0000-4000-8000-0000000a11ce', false, 'in a UUID'),
  ('41111111-1111-4111-8111-111111111111', false, 'in a UUID of digits alone'),
  ('１２３４５６７８９０１', false, 'in eleven full-width digits'),
  ('Überweisung für Zoë Müller-Østergaard', false, 'in a long name'),
  ('4111 1111 1111 1112', false, 'in groups that Luhn''s check refuses'),
  ('4111-1111', false, 'in eight digits'),
  ('2223000048400011', true, 'of the range that begins with 2'),
  ('20261130212834', false, 'in a day and a time of fourteen digits that pass Luhn''s check'),
  ('', false, 'in nothing')
) as words (typed, expected, what);

select admin.add_cardholder('alice', 'Alice');
select admin.add_program('p', 'Program', 'visa', 'The Card');
create temporary table fixed as select decode('01aabbccdd04' || repeat('5a', 96), 'hex') as sealed;

-- Every text that an administrator types.
select throws_ok(statement, '22023', format('A number like a clear PAN is in a text for %s: nothing was stored.', what),
  'refused:' || regexp_replace(statement, '\s+', ' ', 'g'))
from (values
  ($$ select admin.add_cardholder('4111111111111111', 'Alice') $$, 'a cardholder'),
  ($$ select admin.add_cardholder('eve', 'Eve 4111 1111 1111 1111') $$, 'a cardholder'),
  ($$ select admin.add_program('4111111111111111', 'P', 'visa', 'P') $$, 'a program'),
  ($$ select admin.add_program('q', '4111111111111111', 'visa', 'P') $$, 'a program'),
  ($$ select admin.add_program('q', 'Q', 'visa', '4111111111111111') $$, 'a program'),
  ($$ select admin.add_program('q', 'Q', 'visa', 'Q', '{GOLD,4111111111111111}') $$, 'a program'),
  ($$ select admin.set_activation('p', 'issuer_otp', '4111111111111111') $$, 'a program'),
  ($$ select admin.add_card(gen_random_uuid(), 'alice', 'p', (select sealed from fixed), '4111111111111111', 1, 2031, 'A') $$,
    'a card'),
  ($$ select admin.add_card(gen_random_uuid(), 'alice', 'p', (select sealed from fixed), '1111', 1, 2031,
    'ALICE 4111 1111 1111 1111') $$, 'a card'),
  ($$ insert into admin.card_load (card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month, expiry_year)
    values (gen_random_uuid(), 'alice', 'p', (select sealed from fixed), '4111111111111111', 1, 2031) $$, 'a card'),
  ($$ insert into admin.card_load (card_id, cardholder_id, program_id, sealed_pan, pan_last4, expiry_month, expiry_year)
    values (gen_random_uuid(), '4111111111111111', 'p', (select sealed from fixed), '1111', 1, 2031) $$, 'a card'),
  ($$ select admin.pause_provisioning('stolen: 4111-1111-1111-1111') $$, 'a pause')
) as typed (statement, what);

-- What the refusal says, to the client and to a log, holds nothing of what was typed.
create function pg_temp.said(statement text) returns text
language plpgsql as $$
declare
  message text; detail text; hint text;
begin
  execute statement;
  return 'nothing';
exception when others then
  get stacked diagnostics message = message_text, detail = pg_exception_detail, hint = pg_exception_hint;
  return concat_ws('|', message, detail, hint);
end
$$;
select unalike(pg_temp.said($$ select admin.add_cardholder('eve', 'Eve 4111 1111 1111 1111') $$), '%1111%',
  'the refusal repeats nothing');
select is((select count(*)::integer from audit.actions where details::text || subject ~ '1111'), 0,
  'the record of actions has none of it');

-- A row from before this rule is still worked on.
alter table vault.cardholders disable trigger "no clear PAN: cardholders";
insert into vault.cardholders (id, display_name) values ('5555555555554444', 'From before');
alter table vault.cardholders enable trigger "no clear PAN: cardholders";
select is(admin.block_cardholder('5555555555554444'), 'blocked', 'one who is there already can be blocked');

select is(
  (select string_agg(format('%s.%s', c.relname, a.attname), ', ' order by c.relname, a.attname)
   from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'vault'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
     and a.atttypid in ('text'::regtype, 'text[]'::regtype)
     and not exists (
       select from pg_trigger t where t.tgrelid = c.oid and t.tgname like 'no clear PAN: %'
         and concat(pg_get_triggerdef(t.oid), t.tgfoid::regproc, (select prosrc from pg_proc where oid = t.tgfoid))
           ~ format('vault\.holds_pan\(new\.%s\)', a.attname)
         or t.tgrelid = c.oid and pg_get_triggerdef(t.oid) ~ format('array_to_string\(new\.%s,', a.attname))),
  -- References to what was looked at; words of a fixed list; what the verbs write; what the server writes.
  'admin_actions.actor, admin_actions.subject, admin_actions.verb, '
    || 'cardholder_attempts.cardholder, cards.cardholder, cards.program, cards.status, cards.status_before_block, '
    || 'loaded_cards.loaded_by, programs.activation_provider, programs.network, '
    || 'provisioning_attempts.app_version, provisioning_attempts.cardholder, provisioning_attempts.device_type, '
    || 'provisioning_attempts.error, provisioning_attempts.nonce_policy, provisioning_attempts.outcome, '
    || 'provisioning_attempts.reason',
  'no other text column could take one unseen');

select * from finish();
rollback;
