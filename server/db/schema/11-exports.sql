-- CSV file requested by an operator and written by a background job. Only that operator can read it. Deleted after 24
-- hours; if its columns identify people, the erasure of any account deletes it earlier.
create table exports (
  id uuid primary key,
  operator_id uuid not null references operators (id),
  list text not null check (list in ('orders', 'accounting', 'ledger', 'people', 'commissions', 'audit')),
  filters jsonb not null,
  columns text[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done')),
  rows integer not null default 0,
  asked_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz not null
);
create index exports_expiry on exports (expires_at);
create index exports_operator on exports (operator_id, asked_at desc, id desc);

create table export_parts (
  export_id uuid not null references exports (id) on delete cascade,
  part integer not null,
  text text not null,
  primary key (export_id, part)
);

grant select, insert, update, delete on exports, export_parts to wayfare_app;

-- Address that gets the link to the accountant's list of each month; one at most. The owner of the address confirms it
-- by a link, and can end it by another one.
create table accountant_mail (
  id uuid primary key,
  sealed_address bytea not null,
  language text not null check (language in ('en', 'zh-CN')),
  set_by uuid not null references operators (id),
  set_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- Last month that was mailed, at first the month before the confirmation.
  sent_month text check (sent_month ~ '^\d{4}-\d{2}$'),
  check ((confirmed_at is null) = (sent_month is null))
);
create unique index accountant_mail_one on accountant_mail ((true));
create index accountant_mail_set_by on accountant_mail (set_by);
grant select, insert, update, delete on accountant_mail to wayfare_app;
