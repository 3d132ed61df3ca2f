begin;
set local role passwright_owner;

create or replace function vault.holds_pan_among_words(typed text) returns boolean
language sql immutable strict parallel safe
return exists (
  select
  from unnest(array[
      '(?<![0-9])[2-6][0-9]{11,18}(?![0-9])',
      '(?<![0-9])[2-6][0-9]{3}(?:[ -][0-9]{4}){3}(?![0-9])',
      '(?<![0-9])[2-6][0-9]{3}(?:[ -][0-9]{4}){3}[ -][0-9]{1,3}(?![0-9])',
      '(?<![0-9])[2-6][0-9]{3}[ -][0-9]{6}[ -][0-9]{4,5}(?![0-9])'
    ]) as form (pattern)
  cross join lateral regexp_matches(
    regexp_replace(translate(typed, './_', '---'), '(?<![0-9A-Za-z-])(?=[0-9-]*[A-Fa-f])[0-9A-Fa-f-]{20,}(?![0-9A-Za-z-])', ' ', 'g'),
    form.pattern, 'g') as found (groups)
  cross join lateral translate(found.groups[1], ' -', '') as digits
  where (
    select sum(case when place % 2 = 1 then digit when digit < 5 then 2 * digit else 2 * digit - 9 end) % 10
    from (
      select place, substr(reverse(digits), place, 1)::integer as digit from generate_series(1, length(digits)) place
    ) as places
  ) = 0);

create or replace function vault.may_hold_pan(typed text) returns boolean
language sql immutable parallel safe
return length(translate(typed, '0123456789', '')) <= length(typed) - 12
  and typed !~ '^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$';

drop function vault.read_for_pan(text);

commit;
