-- What people write to support from their account, and what operators answer. One open thread a person.
create table support_threads (
  id uuid primary key,
  user_id uuid not null references users (id),
  opened_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- Since when a person waits for an answer, and the entry that asked; null: they have one.
  waits_since timestamptz,
  waits_for uuid,
  closed_at timestamptz,
  -- Until when the person has read what was answered.
  seen_at timestamptz not null default now(),
  -- Who works on an answer, so that two do not.
  taken_by uuid references operators (id),
  taken_until timestamptz,
  check ((taken_by is null) = (taken_until is null)),
  check ((waits_since is null) = (waits_for is null)),
  check (closed_at is null or waits_for is null)
);
create index support_threads_closed on support_threads (closed_at) where closed_at is not null;
create index support_threads_idle on support_threads (last_at) where closed_at is null and waits_for is null;
create unique index support_threads_open on support_threads (user_id) where closed_at is null;
-- Entries are numbered by time: who has waited longest comes first.
create index support_threads_queue on support_threads (waits_for) where waits_for is not null;
create index support_threads_user on support_threads (user_id, opened_at);

create table support_entries (
  id uuid primary key,
  thread_id uuid not null references support_threads (id) on delete cascade,
  user_id uuid not null references users (id),
  author text not null check (author in ('customer', 'operator')),
  operator_id uuid references operators (id),
  -- Of one press: what comes twice is written once.
  key text not null check (length(key) <= 64),
  sealed bytea not null,
  written_at timestamptz not null default clock_timestamp(),
  -- How an entry came: written in the account, answered by mail from the account's address, or from another one.
  via text not null default 'account' check (via in ('account', 'mail', 'mail_unproven')),
  check ((author = 'operator') = (operator_id is not null))
);
create unique index support_entries_key on support_entries (user_id, author, key);
create index support_entries_thread on support_entries (thread_id, written_at);

-- Pictures that a person sends to support, encoded anew by us. One that was not sent goes within a day.
create table support_images (
  id uuid primary key,
  user_id uuid not null references users (id),
  entry_id uuid references support_entries (id) on delete cascade,
  sealed bytea not null,
  width integer not null check (width between 1 and 4096),
  height integer not null check (height between 1 and 4096),
  uploaded_at timestamptz not null default now()
);
create index support_images_entry on support_images (entry_id) where entry_id is not null;
create index support_images_unsent on support_images (uploaded_at) where entry_id is null;
create index support_images_user on support_images (user_id);

grant select, insert, update, delete on support_threads, support_entries, support_images to wayfare_app;
