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
