-- Conversation between a customer and support. Each customer has at most one open thread. An answered thread is
-- closed after 14 days without activity, and deleted 180 days after it was closed.
create table support_threads (
  id uuid primary key,
  user_id uuid not null references users (id),
  opened_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  waits_since timestamptz,
  waits_for uuid,
  closed_at timestamptz,
  seen_at timestamptz not null default now(),
  -- Operator who has taken the thread to answer it, until `taken_until`. Null if nobody has taken it.
  taken_by uuid references operators (id),
  taken_until timestamptz,
  check ((taken_by is null) = (taken_until is null)),
  check ((waits_since is null) = (waits_for is null)),
  check (closed_at is null or waits_for is null)
);
create index support_threads_closed on support_threads (closed_at) where closed_at is not null;
create index support_threads_idle on support_threads (last_at) where closed_at is null and waits_for is null;
create unique index support_threads_open on support_threads (user_id) where closed_at is null;
-- Waiting threads, longest wait first: `waits_for` is the id of a message, and message ids increase with time.
create index support_threads_queue on support_threads (waits_for) where waits_for is not null;
create index support_threads_user on support_threads (user_id, opened_at);

-- Message in a support thread, by the customer or an operator. The text is encrypted.
create table support_entries (
  id uuid primary key,
  thread_id uuid not null references support_threads (id) on delete cascade,
  user_id uuid not null references users (id),
  author text not null check (author in ('customer', 'operator')),
  operator_id uuid references operators (id),
  key text not null check (length(key) <= 64),
  sealed bytea not null,
  written_at timestamptz not null default clock_timestamp(),
  -- Channel of the message: the account area, or mail. `mail_unproven`: the mail server could not confirm that the mail
  -- came from the account's email address.
  via text not null default 'account' check (via in ('account', 'mail', 'mail_unproven')),
  check ((author = 'operator') = (operator_id is not null))
);
create unique index support_entries_key on support_entries (user_id, author, key);
create index support_entries_thread on support_entries (thread_id, written_at);

-- Image that a customer attached in support, re-encoded by the server and encrypted.
create table support_images (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Message to which the image belongs. Null if it is not sent yet; such an image is deleted after a day.
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
