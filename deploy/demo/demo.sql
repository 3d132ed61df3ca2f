-- The demonstration's cardholders and programs. Its cards come after, sealed, through admin.card_load.
select admin.add_cardholder('00000000-0000-4000-8000-0000000a11ce', 'Alice Example');
select admin.add_cardholder('00000000-0000-4000-8000-000000000b0b', 'Bob Example');

select admin.add_program('visa-debit', 'Visa debit', 'visa', 'Passwright Visa');
select admin.add_program('visa-virtual', 'Visa virtual', 'visa', 'Passwright Visa Virtual');
select admin.add_program('visa-closed-pilot', 'Visa pilot, closed', 'visa', 'Passwright Pilot');
select admin.add_program(
  'mastercard-debit', 'Mastercard debit', 'mastercard', 'Passwright Mastercard',
  product_types => '{DEBIT,PREPAID}', default_product_type => 'DEBIT');
-- A program whose activation data nobody makes: its cards answer network_unsupported.
select admin.add_program('amex-charge', 'Amex charge', 'amex', 'Passwright Amex');
select admin.enable_program('amex-charge');
select admin.set_activation(program, provider, 'demo'), admin.enable_program(program)
from (values
  ('visa-debit', 'visa_mbpac'),
  ('visa-virtual', 'issuer_otp'),
  ('visa-closed-pilot', 'visa_mbpac'),
  ('mastercard-debit', 'mastercard_tav4')
) as chosen (program, provider);

-- Wide enough for a conformance suite and a benchmark to run.
select admin.set_allowance('card', 1000000, interval '1 hour');
select admin.set_allowance('cardholder', 1000000, interval '1 hour');
