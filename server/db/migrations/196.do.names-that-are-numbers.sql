-- A name may look like a user id, a day or the number of an order. Taken out of every text with the person, it would take the ids of
-- others out of the audit log, so it means the person only in rows about them; their own user id stays, because it names no one.
create or replace function names_of_person(account uuid) returns table (name text, is_own boolean)
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

-- Proposals about the person lose the fields that hold personal data, and their preview; all lose the names. A user field with a user
-- id is about that user alone, whatever the person is called.
create or replace function erase_person_from_proposals(account uuid, numbers text[], personal text[]) returns integer
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
