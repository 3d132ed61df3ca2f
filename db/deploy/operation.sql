-- The verbs for the whole deployment.
begin;
set local role passwright_owner;

-- Stops every provisioning at once: the server answers 503 until it is resumed.
create function admin.pause_provisioning(reason text) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  rules vault.settings;
  since timestamptz;
begin
  perform vault.begin_action();
  select * into strict rules from vault.settings for update;
  since := coalesce(rules.paused_since, now());
  update vault.settings set paused_since = since, pause_reason = pause_provisioning.reason;
  perform vault.record_action('pause_provisioning', 'provisioning', jsonb_build_object(
    'changed', rules.pause_reason is distinct from pause_provisioning.reason, 'reason', reason));
  return since;
end
$$;

create function admin.resume_provisioning() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  rules vault.settings;
begin
  perform vault.begin_action();
  select * into strict rules from vault.settings for update;
  update vault.settings set paused_since = null, pause_reason = null;
  perform vault.record_action(
    'resume_provisioning', 'provisioning', jsonb_build_object('changed', rules.paused_since is not null));
end
$$;

-- kind: card or cardholder. At most this many counted attempts in a window that opens with the first of them.
create function admin.set_allowance(kind text, attempts integer, per interval) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  rules vault.settings;
  changed boolean;
begin
  perform vault.begin_action();
  select * into strict rules from vault.settings for update;
  if kind = 'card' then
    changed := (rules.card_attempts, rules.card_window) is distinct from (attempts, per);
    update vault.settings set card_attempts = attempts, card_window = per;
  elsif kind = 'cardholder' then
    changed := (rules.cardholder_attempts, rules.cardholder_window) is distinct from (attempts, per);
    update vault.settings set cardholder_attempts = attempts, cardholder_window = per;
  else
    raise exception 'An allowance is for a card or a cardholder.' using errcode = 'invalid_parameter_value';
  end if;
  perform vault.record_action('set_allowance', kind, jsonb_build_object(
    'changed', changed, 'attempts', attempts, 'per', per));
end
$$;

-- Deletes the oldest attempts from before that day (UTC), at most so many; returns how many went: call it again
-- until it returns 0. An attempt's id begins with the server's milliseconds, so the primary key finds them; the day
-- beyond allows for a server whose clock was ahead.
create function admin.drop_attempts_before(day date, at_most integer default 10000) returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  instant constant timestamptz := day::timestamp at time zone 'UTC';
  beyond constant uuid := rpad(
    lpad(to_hex((extract(epoch from instant + interval '1 day') * 1000)::bigint), 12, '0'), 32, '0')::uuid;
  gone bigint;
begin
  perform vault.begin_action();
  delete from vault.provisioning_attempts a
  where a.id in (
    select e.id from vault.provisioning_attempts e
    where e.id < beyond and e.created_at < instant
    order by e.id limit at_most);
  get diagnostics gone = row_count;
  perform vault.record_action('drop_attempts_before', day::text, jsonb_build_object(
    'changed', gone > 0, 'count', gone));
  return gone;
end
$$;

grant execute on function admin.pause_provisioning(text) to passwright_admin;
grant execute on function admin.resume_provisioning() to passwright_admin;
grant execute on function admin.set_allowance(text, integer, interval) to passwright_admin;
grant execute on function admin.drop_attempts_before(date, integer) to passwright_admin;

commit;
