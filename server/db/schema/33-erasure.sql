-- Lists all names under which a person may appear in texts, to erase them. A name with `is_own` true is removed only
-- from rows about this person, because it could also be an ordinary word, or a user id, date or order number of
-- somebody else. An invite code is random, so it is no ordinary word even if it has only letters. The person's own user
-- id is left out, because it identifies nobody once the account is erased.
create function names_of_person(account uuid) returns table (name text, is_own boolean)
language sql stable set search_path = public, pg_temp as $$
  select trim(n.name), bool_and(n.is_own or trim(n.name) ~* case when n.is_random then '^[0-9]+$'
    else '^([[:alpha:]]+|[0-9._-]+|[0-9a-z]{4}-[0-9a-z]{4})$' end)
  from (
    select i.value, false, false from account_identifiers i where i.user_id = account
    union all select i.lookup_key, false, false from account_identifiers i where i.user_id = account
    union all select f.value, false, false from former_identifiers f where f.user_id = account
    union all select c.before, false, false from account_changes c where c.user_id = account
    union all select c.after, false, false from account_changes c where c.user_id = account
    union all select u.invite_code, false, true from users u where u.id = account and u.invite_code not like 'erased %'
    union all select d.device_id, true, false from devices d where d.user_id = account
    union all select d.name, true, false from devices d where d.user_id = account
    union all select p.name, true, false from passkeys p where p.user_id = account
    union all select a.payout_address, false, false from affiliates a where a.user_id = account
    union all select a.greeting_name, true, false from affiliates a where a.user_id = account
    union all select l.name, true, false from affiliate_campaigns l where l.user_id = account
    union all select l.slug, true, false from affiliate_campaigns l where l.user_id = account) n (name, is_own, is_random)
  where length(trim(n.name)) > 2
    and trim(n.name) <> all (array(select u.uid::text from users u where u.id = account))
  group by trim(n.name)
$$;

-- Returns a regular expression that finds a name as whole words. It finds phone numbers with any separators, and with
-- or without the country code.
create function pattern_of_name(name text) returns text
language sql immutable as $$
  select case
    when name ~ '^\+[0-9]{8,15}$' then
      '\+?[0-9][0-9().[:space:]-]*' || regexp_replace(right(name, 8), '([0-9])(?=[0-9])', '\1[().[:space:]-]*', 'g') || '(?![0-9])'
    else
      '(?<![[:alnum:]_])' || regexp_replace(normalize(name, nfkc), '([][\\.*+?^${}()|-])', '\\\1', 'g') || '(?![[:alnum:]_])'
    end
$$;

-- Replaces all matches of a pattern by the word `erased`. Leaves a text without matches unchanged.
create function erase_words(value text, pattern text) returns text
language sql immutable as $$
  select case
    when value !~* pattern and normalize(value, nfkc) !~* pattern then value
    else regexp_replace(normalize(value, nfkc), pattern, 'erased', 'gi')
    end
$$;

-- Words of texts in the form in which an erasure looks them up: in one case, and for each number of nine digits or more
-- its last eight digits, without separators. Finds at least the texts in which `pattern_of_name` finds a name.
create function words_of(lines text[]) returns text[]
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(distinct w.word), '{}')
  from (
    select lower(upper(m.found[1]))
    from unnest(lines) l (line), regexp_matches(normalize(l.line, nfkc), '[[:alnum:]_]+', 'g') m (found)
    union all
    select '+' || right(d.digits, 8)
    from unnest(lines) l (line), regexp_matches(normalize(l.line, nfkc), '[0-9][0-9().[:space:]-]*', 'g') r (run),
      lateral (
        select string_agg(g.digits[1], '') over (order by g.place) as digits
        from regexp_matches(r.run[1], '[0-9]+', 'g') with ordinality g (digits, place)) d
    where length(d.digits) >= 9) w (word)
$$;

create function words_of_name(name text) returns text[]
language sql immutable parallel safe set search_path = public, pg_temp as $$
  select case when name ~ '^\+[0-9]{8,15}$' then array['+' || right(name, 8)] else words_of(array[name]) end
$$;

-- Words of an audit row: of its subject and of each text in its details, but not of the keys, which only code writes.
create function audit_words(subject text, details jsonb) returns text[]
language sql immutable parallel safe set search_path = public, pg_temp as $$
  select words_of(array[subject] || array(
    select each.item #>> '{}' from jsonb_path_query(details, 'strict $.** ? (@.type() == "string")') each (item)))
$$;

create index audit_log_words on audit_log using gin (audit_words(subject, details));

-- Removes names from the texts of a JSON value: names that match `anywhere` from all fields, names that match `words`
-- only from the fields in `keys`.
create function erase_names_of_json(value jsonb, anywhere text, words text, keys text[], is_words boolean) returns jsonb
language plpgsql immutable set search_path = public, pg_temp as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(erase_words(value #>> '{}', case when is_words then words else anywhere end))
    when 'array' then (
      select coalesce(jsonb_agg(erase_names_of_json(e.item, anywhere, words, keys, is_words) order by e.place), '[]')
      from jsonb_array_elements(value) with ordinality e (item, place))
    when 'object' then (
      select coalesce(jsonb_object_agg(e.key, erase_names_of_json(e.item, anywhere, words, keys, e.key = any (keys))), '{}')
      from jsonb_each(value) e (key, item))
    else value
    end;
end $$;

-- Patterns that find a person's names. `own_anywhere` and `own_words` are for rows about the person; `anywhere` and
-- `words` are for all other rows, and leave out names that may be ordinary words there. `…anywhere`: only names that
-- cannot be codes (email addresses, numbers, several words, wallets). `…words`: these and all others.
create function patterns_of_person(account uuid, out anywhere text, out words text, out own_anywhere text, out own_words text)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  select
    coalesce(string_agg(n.pattern, '|') filter (where n.is_unlike_code and not n.is_own), '$a'),
    coalesce(string_agg(n.pattern, '|') filter (where not n.is_own), '$a'),
    coalesce(string_agg(n.pattern, '|') filter (where n.is_unlike_code), '$a'),
    coalesce(string_agg(n.pattern, '|'), '$a')
  into anywhere, words, own_anywhere, own_words
  from (
    select pattern_of_name(p.name) as pattern, p.is_own,
      p.name ~ '[@[:space:]]' or p.name ~ '^\+[0-9]{8,15}$' or p.name ~ '^[0-9A-Za-z_-]{26,}$' as is_unlike_code
    from names_of_person(account) p) n;
end $$;

-- Removes the names of an account that is due for erasure from the audit log; nothing else changes its rows. `about`:
-- subjects of rows about the person, in lower case. `keys`: fields in which operators write words or name people. An
-- index finds both kinds of rows, and the ids of changed rows are logged.
create function erase_names_from_audit_log(account uuid, about text[], keys text[]) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  p record;
  named text;
  looked_up text[];
  candidates uuid[];
  changed uuid[];
begin
  if not exists (
    select from account_deletions d where d.user_id = account and d.erased_at is null and d.erase_at <= now()) then
    raise exception 'the account % is not due for erasure', account;
  end if;
  candidates := array(select a.id from audit_log a where lower(a.subject) = any (about));
  for named in select n.name from names_of_person(account) n where not n.is_own loop
    looked_up := words_of_name(named);
    candidates := candidates || array(select a.id from audit_log a where audit_words(a.subject, a.details) @> looked_up);
  end loop;
  select * into p from patterns_of_person(account);
  with hit as (
    update audit_log a set subject = w.subject, details = w.details
    from (
      select r.id, erase_words(r.subject, r.anywhere) as subject, erase_names_of_json(r.details, r.anywhere, r.words, keys, false) as details
      from (
        select o.id, o.subject, o.details,
          case when lower(o.subject) = any (about) then p.own_anywhere else p.anywhere end as anywhere,
          case when lower(o.subject) = any (about) then p.own_words else p.words end as words
        from audit_log o where o.id = any (candidates)) r) w
    where a.id = w.id and (a.subject, a.details) is distinct from (w.subject, w.details)
    returning a.id)
  select array_agg(hit.id) into changed from hit;
  if changed is not null then
    insert into audit_log (id, operator, action, subject, details)
    select gen_random_uuid(), 'system', 'audit.erase', 'user ' || u.uid, jsonb_build_object('rows', to_jsonb(changed))
    from users u where u.id = account;
  end if;
  return coalesce(cardinality(changed), 0);
end $$;
revoke all on function erase_names_from_audit_log(uuid, text[], text[]) from public;
grant execute on function erase_names_from_audit_log(uuid, text[], text[]) to wayfare_app;

-- Removes the names of an account from proposals: from their stored input and the reasons of their decision. Their
-- other contents are encrypted.
create function erase_names_from_proposals(account uuid, about uuid[], personal text[], keys text[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  p record;
  changed integer;
begin
  select * into p from patterns_of_person(account);
  update operator_proposals o set options = w.options, note = w.note, preview = w.preview
  from (
    select r.id, erase_names_of_json(r.given, r.anywhere, r.words, keys, false) as options, erase_words(r.note, r.words) as note,
      case when r.is_about then null else erase_words(r.preview, r.anywhere) end as preview
    from (
      select x.id, x.note, x.preview, x.is_about,
        case when x.is_about then x.options - personal else x.options end as given,
        case when x.is_about then p.own_anywhere else p.anywhere end as anywhere,
        case when x.is_about then p.own_words else p.words end as words
      from (
        select s.*, s.id = any (about)
            or coalesce(s.options ->> 'user' ~* p.own_words and s.options ->> 'user' !~ '^[1-9][0-9]{8}$', false) as is_about
        from operator_proposals s) x) r) w
  where o.id = w.id and (o.options, o.note, o.preview) is distinct from (w.options, w.note, w.preview);
  get diagnostics changed = row_count;
  return changed;
end $$;

create function stands_name_of_person(account uuid, texts text[]) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (
    select from names_of_person(account) n, unnest(texts) t (line)
    where not n.is_own and normalize(t.line, nfkc) ~* pattern_of_name(n.name));
end $$;
