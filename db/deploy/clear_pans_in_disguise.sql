-- A clear PAN in other clothes: grouped otherwise than it is embossed, with other characters between the groups, two in
-- a row among them, or written with the digits of another script.
begin;
set local role passwright_owner;

-- A text as the search for a PAN reads it: other scripts' digits as ours, whatever may stand between groups as a
-- hyphen, and what has no width as nothing. Digits: full-width, Arabic-Indic, its eastern form, Devanagari, Bengali.
create function vault.read_for_pan(typed text) returns text
language sql immutable parallel safe
return translate(typed,
  U&'\FF10\FF11\FF12\FF13\FF14\FF15\FF16\FF17\FF18\FF19'
    '\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
    '\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9'
    '\0966\0967\0968\0969\096A\096B\096C\096D\096E\096F'
    '\09E6\09E7\09E8\09E9\09EA\09EB\09EC\09ED\09EE\09EF'
    ' ./_,:*;|+\00A0\00B7\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A'
    '\2010\2011\2012\2013\2014\2015\2022\202F\205F\2212\3000\FE63\FF0D'
    '\00AD\200B\200C\200D\2060\FEFF',
  '01234567890123456789012345678901234567890123456789' || repeat('-', 36));

-- 12 to 19 digits that begin as a PAN of the four networks does, with 3 to 6 or 22 to 27 and so as no day of this
-- century, and pass Luhn's check: in one run, or sixteen in two to four groups of at least four, or as they are embossed
-- or a spreadsheet shows them, with up to three characters between two groups.
create or replace function vault.holds_pan_among_words(typed text) returns boolean
language sql immutable strict parallel safe
return exists (
  select
  from regexp_split_to_table(
    -- No column takes as much; a text that is longer is not worth the time.
    regexp_replace(vault.read_for_pan(left(typed, 10000)),
      '(?<![0-9A-Za-z-])(?=[0-9-]*[A-Fa-f])[0-9A-Fa-f-]{20,}(?![0-9A-Za-z-])', ' ', 'g'),
    '[^0-9-]+|-{4,}') as phrase
  cross join lateral regexp_split_to_array(trim(both '-' from phrase), '-+') as groups
  cross join lateral generate_series(1, cardinality(groups)) as first
  cross join lateral generate_series(first, least(first + 5, cardinality(groups))) as last
  cross join lateral array_to_string(groups[first:last], '') as digits
  where length(digits) between 12 and 19
    and digits ~ '^(?:[3-6]|2[2-7])'
    and (
      select string_agg(length(digits_of_it)::text, ' ' order by place) ~ '^(?:1[2-9]|4 6 [45]|4 4 4 4(?: [1-3])?|1 3 3 3 3 3)$'
        or count(*) in (2, 3) and sum(length(digits_of_it)) = 16 and min(length(digits_of_it)) >= 4
      from unnest(groups[first:last]) with ordinality as one (digits_of_it, place)
    )
    and (
      select sum(case when place % 2 = 1 then digit when digit < 5 then 2 * digit else 2 * digit - 9 end) % 10
      from (
        select place, substr(reverse(digits), place, 1)::integer as digit from generate_series(1, length(digits)) place
      ) as places
    ) = 0);

create or replace function vault.may_hold_pan(typed text) returns boolean
language sql immutable parallel safe
return length(typed) >= 12
  and (
    length(translate(typed, '0123456789', '')) <= length(typed) - 12
    -- There may be digits of another script.
    or octet_length(typed) > length(typed)
      and length(translate(vault.read_for_pan(typed), '0123456789', '')) <= length(typed) - 12)
  and typed !~ '^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$';

commit;
