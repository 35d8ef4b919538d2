-- Removes the names of an account that is due for erasure from the audit log; no other code can change its rows.
-- `about`: subjects of rows about this person, in lower case. Processes one page of rows by id and returns the last
-- id, or null after the last page. Adds an audit row that lists the changed rows.
create function erase_person_from_audit_log(account uuid, about text[], after uuid, most integer) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  anywhere text;
  own text;
  page uuid[];
  changed uuid[];
begin
  if not exists (
    select from account_deletions d where d.user_id = account and d.erased_at is null and d.erase_at <= now()) then
    raise exception 'the account % is not due for erasure', account;
  end if;
  select string_agg(pattern_of_name(n.name), '|') filter (where not n.is_own), string_agg(pattern_of_name(n.name), '|')
    into anywhere, own from names_of_person(account) n;
  page := array(select a.id from audit_log a where a.id > after order by a.id limit most);
  with hit as (
    update audit_log a
    set subject = erase_words(a.subject, w.pattern), details = erase_words_of_json(a.details, w.pattern)
    from (
      select p.id, case when lower(p.subject) = any (about) then own else anywhere end as pattern
      from audit_log p where p.id = any (page)) w
    where a.id = w.id
      and normalize(a.subject || ' ' || replace(a.details::text, '\"', '"'), nfkc) ~* w.pattern
    returning a.id)
  select array_agg(hit.id) into changed from hit;
  if changed is not null then
    insert into audit_log (id, operator, action, subject, details)
    select gen_random_uuid(), 'system', 'audit.erase', 'user ' || u.uid, jsonb_build_object('rows', to_jsonb(changed))
    from users u where u.id = account;
  end if;
  return page[most];
end $$;
revoke all on function erase_person_from_audit_log(uuid, text[], uuid, integer) from public;
grant execute on function erase_person_from_audit_log(uuid, text[], uuid, integer) to wayfare_app;

-- Removes a person's names from all proposals. Proposals about the person also lose their personal fields and their
-- preview. A proposal whose user field contains a user id is about that user only, even if it contains the person's
-- name.
create function erase_person_from_proposals(account uuid, numbers text[], personal text[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  anywhere text;
  own text;
  numbered text;
  changed integer;
begin
  select string_agg(pattern_of_name(n.name), '|') filter (where not n.is_own), string_agg(pattern_of_name(n.name), '|')
    into anywhere, own from names_of_person(account) n;
  select u.uid::text into numbered from users u where u.id = account;
  update operator_proposals p
  set options = erase_words_of_json(case when w.is_about then p.options - personal else p.options end, w.pattern),
    preview = case when w.is_about then 'null' else erase_words(p.preview, w.pattern) end,
    files = erase_words_of_json(p.files, w.pattern),
    why = erase_words(p.why, w.pattern),
    note = erase_words(p.note, w.pattern)
  from (
    select x.id, x.is_about, coalesce(case when x.is_about then own else anywhere end, '$a') as pattern
    from (
      select o.id, o.options ->> 'user' = numbered or o.options ->> 'inviter' = numbered
          or o.options ->> 'order' = any (numbers) or coalesce(o.options -> ('order' || 's') ?| numbers, false)
          or coalesce(o.options ->> 'user' ~* own and o.options ->> 'user' !~ '^[1-9][0-9]{8}$', false) as is_about
      from operator_proposals o) x) w
  where p.id = w.id
    and (w.is_about or normalize(concat_ws(' ', replace(p.options::text, '\"', '"'), p.files, p.why, p.preview, p.note), nfkc) ~* w.pattern);
  get diagnostics changed = row_count;
  return changed;
end $$;

-- Replaces all matches of a pattern by `erased`. Leaves a text without matches unchanged.
create function erase_words(value text, pattern text) returns text
language sql immutable as $$
  select case
    when value !~* pattern and normalize(value, nfkc) !~* pattern then value
    else regexp_replace(normalize(value, nfkc), pattern, 'erased', 'gi')
    end
$$;

-- Same as `erase_words` for all strings in a JSON value. Keys stay, because they are chosen by the code.
create function erase_words_of_json(value jsonb, pattern text) returns jsonb
language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(erase_words(value #>> '{}', pattern))
    when 'array' then (
      select coalesce(jsonb_agg(erase_words_of_json(e.item, pattern) order by e.place), '[]')
      from jsonb_array_elements(value) with ordinality e (item, place))
    when 'object' then (
      select coalesce(jsonb_object_agg(e.key, erase_words_of_json(e.item, pattern)), '{}') from jsonb_each(value) e (key, item))
    else value
    end;
end $$;

-- Lists all names under which a person may appear in texts, to erase them. A name with `is_own` true is removed only
-- from rows about this person, because it could also be an ordinary word, or a user id, date or order number of
-- somebody else. The person's own user id is left out, because it identifies nobody once the account is erased.
create function names_of_person(account uuid) returns table (name text, is_own boolean)
language sql stable set search_path = public, pg_temp as $$
  select trim(n.name), bool_and(n.is_own or trim(n.name) ~* '^([[:alpha:]]+|[0-9._-]+|[0-9a-z]{4}-[0-9a-z]{4})$')
  from (
    select i.value, false from account_identifiers i where i.user_id = account
    union all select i.lookup_key, false from account_identifiers i where i.user_id = account
    union all select c.before, false from account_changes c where c.user_id = account
    union all select c.after, false from account_changes c where c.user_id = account
    union all select u.invite_code, false from users u where u.id = account and u.invite_code not like 'erased %'
    union all select d.device_id, true from devices d where d.user_id = account
    union all select d.name, true from devices d where d.user_id = account
    union all select p.name, true from passkeys p where p.user_id = account
    union all select a.payout_address, false from affiliates a where a.user_id = account
    union all select a.greeting_name, true from affiliates a where a.user_id = account
    union all select l.name, true from affiliate_campaigns l where l.user_id = account
    union all select l.slug, true from affiliate_campaigns l where l.user_id = account) n (name, is_own)
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

-- True if a name that identifies the person stands in one of the texts.
create function stands_name_of_person(account uuid, texts text[]) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (
    select from names_of_person(account) n, unnest(texts) t (line)
    where not n.is_own and normalize(t.line, nfkc) ~* pattern_of_name(n.name));
end $$;
