-- An administrator's look at some hours of attempts reads those hours, and not every attempt that is kept.
begin;
set local role passwright_owner;

-- A summary of each 128 pages instead of an entry a row: attempts come in the order of time, and provisioning pays
-- next to nothing. The hour is written as in the view, and in terms that depend on no setting.
create index "attempts in time" on vault.provisioning_attempts using brin (
  created_at, (date_trunc('hour', created_at at time zone 'UTC') at time zone 'UTC'));

create or replace view admin.refusals_by_reason as
select date_trunc('hour', a.created_at at time zone 'UTC') at time zone 'UTC' as hour, a.outcome, a.error, a.reason,
  count(*) as attempts, count(distinct a.cardholder) as cardholders
from vault.provisioning_attempts a
where a.outcome <> 'authorised'
group by 1, 2, 3, 4
order by 1 desc, 5 desc;
comment on column admin.refusals_by_reason.hour is 'Name the hours that you want: otherwise every attempt is read.';

commit;
