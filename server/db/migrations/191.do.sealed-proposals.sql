-- sealed: the input as typed and the preview, which may hold addresses, names and files; kept only while the proposal waits.
-- options: the part of the input that is kept, with ids in place of names.
alter table operator_proposals
  add column sealed bytea,
  alter column preview drop not null,
  drop constraint operator_proposals_check,
  add constraint operator_proposals_sealed check (sealed is null or state = 'open'),
  -- The product itself refuses a proposal that expired, or that holds data of an account that is erased.
  add constraint operator_proposals_decided check (
    (state = 'open') = (decided_at is null)
    and (decided_by is null or decided_at is not null)
    and (decided_by is not null or state in ('open', 'refused')));

-- True if a name that identifies the person stands in one of the texts.
create function stands_name_of_person(account uuid, texts text[]) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (
    select from names_of_person(account) n, unnest(texts) t (line)
    where not n.is_own and normalize(t.line, nfkc) ~* pattern_of_name(n.name));
end $$;
