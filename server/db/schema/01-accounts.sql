-- Accounts ----------------------------------------------------------------------------------------------------------

-- Account of a customer. After an erasure the row stays as a pseudonym for the ledger.
create table users (
  id uuid primary key,
  -- Nine-digit number of the account, shown to the user and to operators.
  uid integer not null unique check (uid between 100000000 and 999999999),
  -- Code with which the user invites others. At the erasure of the account it is replaced by a code that nobody can
  -- type.
  invite_code text not null unique,
  -- Argon2 hash of the password, or the hash of an imported password until its owner first signs in with it; `erased`
  -- after an erasure.
  password_hash text not null,
  language text not null check (language in ('en', 'zh-CN')),
  -- User whose invite code was used at registration. `referrals` decides whether that earns a reward. Null if none was.
  invited_by uuid references users (id),
  created_at timestamptz not null default now(),
  -- False for accounts without a usable password: opened by a native app, with only a passkey or by an operator, or
  -- imported without a usable password.
  password_set boolean not null default true,
  reminders_stopped_at timestamptz,
  news_since timestamptz,
  -- Operator who opened the account in a rehearsal (test purchase with real money). Null for customers. Set at sign-up
  -- and never changed.
  test_by uuid
);
create index users_created on users (created_at, id);
create index users_invited_by on users (invited_by) where invited_by is not null;
create index users_test on users (id) where test_by is not null;
create index users_news on users (id) where news_since is not null;

-- Name, email address or phone number with which a user signs in. Each identifier belongs to one account, and each
-- account has at most one of each kind.
create table account_identifiers (
  user_id uuid not null references users (id),
  kind text not null check (kind in ('account_name', 'email', 'phone')),
  value text not null,
  -- Normalised form of the identifier, used for sign-in and uniqueness.
  lookup_key text not null,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (kind, lookup_key)
);
-- Finds a phone number by its last digits, as operators search for it.
create index account_identifiers_end on account_identifiers (reverse(lookup_key) text_pattern_ops) where kind = 'phone';
-- Finds an account name, email address or phone number by its beginning. `text_pattern_ops` makes this independent of
-- the collation.
create index account_identifiers_prefix on account_identifiers (lookup_key text_pattern_ops);
create unique index account_identifiers_user on account_identifiers (user_id, kind);

-- Earlier name, email address or phone number of an account. Kept so that the erasure of the account also finds it in
-- texts of operators. Deleted with the account.
create table former_identifiers (
  user_id uuid not null references users (id),
  value text not null,
  replaced_at timestamptz not null default now(),
  primary key (user_id, value)
);

-- Recent registration. If the same form is submitted twice, the second submission gets the first account instead of an
-- error. Deleted after ten minutes.
create table recent_registrations (
  user_id uuid primary key references users (id),
  -- Keyed digest of device and network of the registration.
  origin bytea not null,
  created_at timestamptz not null default now()
);
create index recent_registrations_created on recent_registrations (created_at);

-- Request to delete an account, carried out 7 days later. A sign-in within these days deletes the row, which cancels
-- the request. The row of an erased account stays.
create table account_deletions (
  user_id uuid primary key references users (id),
  requested_at timestamptz not null default now(),
  erase_at timestamptz not null,
  erased_at timestamptz,
  -- Time since which the erasure waits for an open payout to the account's owner. Null if it does not wait.
  held_since timestamptz
);
create index account_deletions_due on account_deletions (erase_at) where erased_at is null;
create index account_deletions_held on account_deletions (held_since) where held_since is not null and erased_at is null;

-- Block of an account by an operator. The row exists while the account is blocked. A trigger copies it to
-- `memberships.blocked_at`, which closes the user's tunnels.
create table account_blocks (
  user_id uuid primary key references users (id),
  blocked_at timestamptz not null default now(),
  -- Reason of the block as shown to the account's owner. Null if none is shown, for example because the law forbids it.
  told text,
  -- True if membership time does not run during the block. Unblocking then gives back the time that passed.
  stops_time boolean not null default false
);

-- Trigger: copies a block to the membership, so that a block always closes the user's tunnels.
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
grant select, insert, delete on former_identifiers to wayfare_app;
grant select, insert, delete on account_blocks to wayfare_app;

-- Account changes ---------------------------------------------------------------------------------------------------

-- Change of an account's email address, phone number or second factor that an operator requested for its owner. It
-- takes effect only after a waiting period, in which the owner can stop it. Finished changes are deleted after 30
-- days.
create table account_changes (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('factor', 'email', 'phone')),
  -- Previous email address or phone number. Null if there was none, or if the change is about the second factor;
  -- `after` is then null too.
  before text,
  after text,
  code_hash bytea,
  tries smallint not null default 0,
  asked_at timestamptz not null default now(),
  -- Earliest time at which the change takes effect: 24 hours after the request, or 7 days if the owner could not be
  -- notified by mail or SMS.
  due_at timestamptz not null,
  lapses_at timestamptz not null,
  confirmed_at timestamptz,
  -- Ends as `done`, `lapsed` (not confirmed in time), `failed` (for example because the account was blocked when it was
  -- due), or `stopped`: by the owner or an operator, or because the owner meanwhile used the factor, changed the
  -- address or requested deletion.
  state text not null default 'waiting' check (state in ('waiting', 'done', 'stopped', 'lapsed', 'failed')),
  ended_at timestamptz,
  check ((kind = 'factor') = (after is null)),
  check ((kind = 'factor') = (code_hash is null)),
  check ((state = 'waiting') = (ended_at is null))
);
create index account_changes_ended on account_changes (ended_at) where state <> 'waiting';
-- Allows one pending change for each account, because two together (email address and second factor) could take an
-- account over.
create unique index account_changes_one_waits on account_changes (user_id) where state = 'waiting';
create index account_changes_user on account_changes (user_id, asked_at desc);
create index account_changes_waiting on account_changes (due_at) where state = 'waiting';

grant select, insert, delete on account_changes to wayfare_app;
grant update (tries, confirmed_at, state, ended_at) on account_changes to wayfare_app;

-- Device accounts ---------------------------------------------------------------------------------------------------

-- Secret with which a native app returns to an account that has no password yet. Only its SHA-256 digest is stored.
-- Deleted once the account has a password.
create table device_secrets (
  user_id uuid primary key references users (id),
  secret_hash bytea not null unique,
  device_id text not null,
  created_at timestamptz not null default now()
);

grant select, insert, update, delete on device_secrets to wayfare_app;
