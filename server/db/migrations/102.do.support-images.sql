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
create index support_images_user on support_images (user_id);
create index support_images_unsent on support_images (uploaded_at) where entry_id is null;
grant select, insert, update, delete on support_images to wayfare_app;
