-- A change of how a person gets into their account that operators were asked for: it waits, and can be stopped until then.
create table account_changes (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('factor', 'email', 'phone')),
  -- Of an address: the one there was, if there was one, and the one that is to come.
  before text,
  after text,
  -- Keyed digest of the code that the new address was sent.
  code_hash bytea,
  tries smallint not null default 0,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null,
  -- Until when a new address can be confirmed.
  lapses_at timestamptz not null,
  confirmed_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'stopped', 'lapsed', 'failed')),
  ended_at timestamptz,
  check ((kind = 'factor') = (after is null)),
  check ((kind = 'factor') = (code_hash is null)),
  check ((state = 'waiting') = (ended_at is null))
);
-- One at a time: two together could take an account over.
create unique index account_changes_one_waits on account_changes (user_id) where state = 'waiting';
create index account_changes_waiting on account_changes (due_at) where state = 'waiting';
create index account_changes_ended on account_changes (ended_at) where state <> 'waiting';
create index account_changes_user on account_changes (user_id, asked_at desc);
grant select, insert, delete on account_changes to wayfare_app;
grant update (tries, confirmed_at, state, ended_at) on account_changes to wayfare_app;
