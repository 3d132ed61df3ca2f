begin;

select 1 / (count(*) = 8)::integer
from unnest(array['cardholders', 'programs', 'cards', 'settings', 'attempts', 'attempt_checks',
  'refusals_by_reason', 'vault_keys']) name
where has_any_column_privilege('passwright_admin', 'admin.' || name, 'select')
  and not has_any_column_privilege('passwright_server', 'admin.' || name, 'select');

rollback;
