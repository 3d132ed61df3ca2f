-- Loses no data.
begin;
set local role passwright_owner;

create or replace view admin.refusals_by_reason as
select date_trunc('hour', a.created_at, 'UTC') as hour, a.outcome, a.error, a.reason, count(*) as attempts,
  count(distinct a.cardholder) as cardholders
from vault.provisioning_attempts a
where a.outcome <> 'authorised'
group by 1, 2, 3, 4
order by 1 desc, 5 desc;
comment on column admin.refusals_by_reason.hour is null;
drop index vault."attempts in time";

commit;
