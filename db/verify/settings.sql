begin;

select 1 / (count(*) = 1)::integer from vault.settings;
select only_row, paused_since, pause_reason, card_attempts, card_window, cardholder_attempts, cardholder_window
from vault.settings where false;

rollback;
