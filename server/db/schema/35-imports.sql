-- Import of people from the VPN panel that a shop used before. An operator adds a file, looks at a preview, and starts
-- it.
create table imports (
  id uuid primary key,
  source text not null check (source in ('xboard', 'v2board', 'sspanel', 'csv')),
  -- Name of the old shop. The same old id with the same shop name is the same person, also in a newer file.
  origin text not null check (origin ~ '^[a-z][a-z0-9-]{0,30}$'),
  state text not null default 'read' check (state in ('read', 'running', 'done', 'undoing', 'undone')),
  operator_id uuid not null references operators (id),
  -- Choices of the operator at the start, such as the new plan for each old plan. Null if the import was not started.
  options jsonb,
  -- Number of rows in the file, and number of rows imported so far.
  rows integer not null default 0,
  done_to integer not null default 0,
  -- Number of unused gift cards of the old shop, which are only counted.
  unused_cards integer not null default 0,
  read_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
-- One import runs at a time, so that two files cannot create the same person.
create unique index imports_one_runs on imports ((true)) where state in ('running', 'undoing');

-- Row of a file, read into one form: a plan, person, invitation or order. Contains personal data until it is imported;
-- of refused rows the old id and the reason stay. Deleted seven days after the file was read if the import was not
-- started, otherwise 30 days after the import's end.
create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  position integer not null,
  kind text not null check (kind in ('plan', 'person', 'invite', 'order')),
  old_id text not null,
  -- Normalised email address, by which an erasure finds the row. Set only for a person with an address; null once the
  -- row is refused, imported or erased.
  email text,
  -- Record as read from the file. Null for a refused row, and once the row is imported, except for a plan.
  record jsonb,
  -- Reason why the row was refused: code and values of a sentence. Null if not refused.
  refusal jsonb,
  -- Effect of the imported row. Null if not imported yet.
  effect text check (effect in ('added', 'changed', 'same', 'refused')),
  primary key (import_id, position)
);
create index import_rows_email on import_rows (email) where email is not null;

-- Person who was imported. The row outlives the erasure of the account, so that a newer file does not bring the person
-- back.
create table imported_people (
  origin text not null,
  -- Id in the old system, or a keyed digest of the email address if it has no ids.
  old_id text not null,
  user_id uuid not null references users (id),
  -- Import that created the account.
  import_id uuid not null references imports (id),
  -- SHA-256 digest of the record that was imported last. A different digest in a newer file means that the record has
  -- changed.
  record_hash bytea not null,
  -- End of the membership in the old system, as imported last. Null if none.
  expires_at timestamptz,
  -- Time at which the old system created the account. Null if unknown.
  registered_at timestamptz,
  -- Time of the first sign-in in this shop. From then on a newer file can only add time to the person. Null if there
  -- was none yet.
  joined_at timestamptz,
  primary key (origin, old_id)
);
create index imported_people_import on imported_people (import_id);
create index imported_people_user on imported_people (user_id);

-- Order of a person in the old system, kept as history. It counts in no figure and not in the ledger.
create table imported_orders (
  origin text not null,
  number text not null,
  user_id uuid not null references users (id),
  import_id uuid not null references imports (id),
  plan text not null,
  period text not null,
  amount_minor bigint not null,
  status text not null check (status in ('open', 'paid', 'cancelled')),
  ordered_at timestamptz not null,
  paid_at timestamptz,
  primary key (origin, number)
);
create index imported_orders_user on imported_orders (user_id, ordered_at desc);

-- Trigger: notes the first session of an imported person. Undoing the import then leaves this person as is.
create function carry_session_to_import() returns trigger language plpgsql as $$
begin
  update imported_people set joined_at = new.created_at where user_id = new.user_id and joined_at is null;
  return null;
end $$;

create trigger sessions_imported after insert on sessions for each row execute function carry_session_to_import();

-- Deletes people of an import who have neither signed in nor used their old link, and returns their ids. Runs as the
-- owner, because the application may not delete time from the ledger. Skips people whose access a VPN panel has not
-- closed yet, and people to whom a row of any other table refers, such as an order.
create function delete_imported_people(import uuid, ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare account uuid;
begin
  for account in
    select p.user_id from imported_people p
    where p.import_id = import and p.user_id = any (ids) and p.joined_at is null
      and not exists (select from devices d where d.user_id = p.user_id)
      and not exists (select from sessions s where s.user_id = p.user_id)
      and not exists (
        select from tunnel_deliveries t where t.user_id = p.user_id and (t.is_open or t.behind_since is not null))
    order by p.user_id for update
  loop
    begin
      delete from tunnel_deliveries where user_id = account;
      delete from tunnel_old_links where user_id = account;
      delete from device_lists where user_id = account;
      delete from imported_orders where user_id = account;
      -- Deletes the imported time and its reversals, whose source is not `import` but `refund`.
      delete from membership_grants g where g.user_id = account
        and (g.source = 'import' or g.reverses in (
          select o.id from membership_grants o where o.user_id = account and o.source = 'import'));
      delete from account_blocks where user_id = account;
      delete from memberships where user_id = account;
      delete from account_identifiers where user_id = account;
      delete from sign_in_events where user_id = account;
      delete from outbox_messages where user_id = account;
      delete from webhook_events where user_id = account;
      update users set invited_by = null where invited_by = account;
      delete from imported_people where user_id = account;
      delete from users where id = account;
      return next account;
    exception when foreign_key_violation then
      null; -- another table refers to the account, so the whole account stays
    end;
  end loop;
end $$;
revoke all on function delete_imported_people(uuid, uuid[]) from public;
grant execute on function delete_imported_people(uuid, uuid[]) to wayfare_app;

grant select, insert, update, delete on imports, import_rows, imported_people, imported_orders to wayfare_app;
