begin;

select 1 / (count(*) = 5)::integer from pg_trigger
where tgname like 'no clear PAN: %' and tgenabled = 'O'
  and tgrelid::regclass::text in ('vault.cardholders', 'vault.programs', 'vault.cards', 'vault.loaded_cards', 'vault.settings');

rollback;
