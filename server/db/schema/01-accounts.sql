-- Accounts ----------------------------------------------------------------------------------------------------------

create table users (
  id uuid primary key,
  uid integer not null unique check (uid between 100000000 and 999999999),
  invite_code text not null unique,
  password_hash text not null,
  language text not null check (language in ('en', 'zh-CN')),
  invited_by uuid references users (id),
  created_at timestamptz not null default now(),
  -- Accounts that a native app opened by device id: no name and no password yet. The app keeps a secret instead.
  password_set boolean not null default true,
  -- Null: reminders are wanted.
  reminders_stopped_at timestamptz,
  -- Null: the person asked for no news by mail.
  news_since timestamptz
);
create index users_created on users (created_at, id);
create index users_invited_by on users (invited_by) where invited_by is not null;
create index users_news on users (id) where news_since is not null;

-- One identifier belongs to one account. lookup_key is the folded form, value what the person typed.
create table account_identifiers (
  user_id uuid not null references users (id),
  kind text not null check (kind in ('account_name', 'email', 'phone')),
  value text not null,
  lookup_key text not null,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (kind, lookup_key)
);
-- Operators find a person by the last digits of a phone number, as people say them.
create index account_identifiers_end on account_identifiers (reverse(lookup_key) text_pattern_ops) where kind = 'phone';
-- Operators look for people by the beginning of a name, an address or a number; the order of bytes serves that in any
-- collation.
create index account_identifiers_prefix on account_identifiers (lookup_key text_pattern_ops);
create unique index account_identifiers_user on account_identifiers (user_id, kind);

-- Who registered a moment ago, by a digest of device and network: a form that was sent twice opens one account.
create table recent_registrations (
  user_id uuid primary key references users (id),
  origin bytea not null,
  created_at timestamptz not null default now()
);
create index recent_registrations_created on recent_registrations (created_at);

-- While erased_at is null a sign-in removes the row, and with it the wish. The row of an erased account stays.
create table account_deletions (
  user_id uuid primary key references users (id),
  requested_at timestamptz not null default now(),
  erase_at timestamptz not null,
  erased_at timestamptz
);
create index account_deletions_due on account_deletions (erase_at) where erased_at is null;

create table account_blocks (
  user_id uuid primary key references users (id),
  blocked_at timestamptz not null default now(),
  -- What the owner of a blocked account reads of why; null: nothing, because the law forbids it, or because the
  -- release before blocked it.
  told text,
  -- Whether the time of who is blocked stands still: what ran meanwhile is given back with the block. Of blocks of
  -- before it ran on.
  stops_time boolean not null default false
);

create function carry_block_to_membership() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into memberships (user_id, blocked_at) values (new.user_id, new.blocked_at)
    on conflict (user_id) do update set blocked_at = excluded.blocked_at;
    return new;
  end if;
  update memberships set blocked_at = null where user_id = old.user_id;
  return old;
end $$;

create function carry_erasure_to_membership() returns trigger language plpgsql as $$
begin
  insert into memberships (user_id, erased_at) values (new.user_id, new.erased_at)
  on conflict (user_id) do update set erased_at = excluded.erased_at;
  return new;
end $$;

create trigger account_blocks_carried after insert or delete on account_blocks
  for each row execute function carry_block_to_membership();

create trigger account_deletions_carried after update of erased_at on account_deletions
  for each row when (old.erased_at is distinct from new.erased_at) execute function carry_erasure_to_membership();

grant select, insert, update, delete on users, account_identifiers, recent_registrations, account_deletions to
wayfare_app;
grant select, insert, delete on account_blocks to wayfare_app;

-- Account changes ---------------------------------------------------------------------------------------------------

-- A change of how a person gets into their account that operators were asked for: it waits, and can be stopped until
-- then.
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
create index account_changes_ended on account_changes (ended_at) where state <> 'waiting';
-- One at a time: two together could take an account over.
create unique index account_changes_one_waits on account_changes (user_id) where state = 'waiting';
create index account_changes_user on account_changes (user_id, asked_at desc);
create index account_changes_waiting on account_changes (due_at) where state = 'waiting';

grant select, insert, delete on account_changes to wayfare_app;
grant update (tries, confirmed_at, state, ended_at) on account_changes to wayfare_app;

-- Device accounts ---------------------------------------------------------------------------------------------------

create table device_secrets (
  user_id uuid primary key references users (id),
  secret_hash bytea not null unique,
  device_id text not null,
  created_at timestamptz not null default now()
);

grant select, insert, update, delete on device_secrets to wayfare_app;
