-- Who may act for the shop, by commands and later by the console. A row is never deleted: histories name it.
create table operators (
  id uuid primary key,
  name text not null,
  -- The name as it is compared: NFKC, spaces and case folded.
  name_key text not null unique,
  role text not null check (role in ('viewer', 'support', 'finance', 'owner')),
  -- Stands for a name typed with --operator in DEV and TEST. It has no secret, so it cannot sign in.
  demo boolean not null default false,
  secret_hash text,
  sealed_totp bytea,
  last_totp_step bigint not null default 0,
  -- The secret was made for them: it opens a session only together with a new one, and only until then.
  invited_until timestamptz,
  created_by uuid references operators (id),
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  check (demo = (secret_hash is null) and demo = (sealed_totp is null))
);

create table operator_sessions (
  token_hash bytea primary key,
  operator_id uuid not null references operators (id),
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- When a code of the authenticator app was last given; money commands want a recent one.
  factor_at timestamptz not null default now()
);
create index operator_sessions_operator on operator_sessions (operator_id);

-- Null: what the product did by itself, and rows from before operators had accounts.
alter table audit_log add column operator_id uuid references operators (id);

-- Two persons are two accounts. Settlements from before have no id: they are given up and prepared anew.
alter table settlements add column prepared_by_id uuid references operators (id),
  add column approved_by_id uuid references operators (id);
alter table settlements add constraint settlements_two_operators check (approved_by_id <> prepared_by_id) not valid;

grant select, insert, update on operators to wayfare_app;
grant select, insert, update, delete on operator_sessions to wayfare_app;
