-- What an administrator sets for the whole deployment: one row.
begin;
set local role passwright_owner;

create table vault.settings (
  only_row boolean primary key default true,
  paused_since timestamptz,
  pause_reason text,
  card_attempts integer not null default 10,
  card_window interval not null default interval '1 hour',
  cardholder_attempts integer not null default 30,
  cardholder_window interval not null default interval '1 hour',
  constraint "there is one row of settings" check (only_row),
  constraint "a pause has a reason" check ((paused_since is null) = (pause_reason is null)),
  constraint "a reason for a pause has 1 to 200 characters" check (length(pause_reason) between 1 and 200),
  constraint "an allowance is 1 to 1,000,000 attempts"
    check (card_attempts between 1 and 1000000 and cardholder_attempts between 1 and 1000000),
  constraint "a window is 1 second to 31 days" check (
    card_window between interval '1 second' and interval '31 days'
    and cardholder_window between interval '1 second' and interval '31 days')
);
comment on column vault.settings.card_window is
  'A window opens at the first attempt that is counted and closes this much later.';

insert into vault.settings default values;

commit;
