-- Operators ---------------------------------------------------------------------------------------------------------

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
  -- Where an operator hears of what waits for a second person and of changes of operators; sealed under the keyring,
  -- and gone with the account.
  sealed_email bytea,
  language text not null default 'en' check (language in ('en', 'zh-CN')),
  -- When an owner who could sign in was disabled, demoted or reset: who is alone since then waits from then on.
  not_owner_since timestamptz,
  -- Invited operators have no secret and no factor until they choose both by a link. Only the digest of its token is
  -- stored.
  invitation_hash bytea unique,
  -- Time when they first had a secret of their own; null: the account was never used, so its invitation can be
  -- renewed by one owner.
  accepted_at timestamptz,
  constraint operators_demo check (not demo or (secret_hash is null and invitation_hash is null)),
  constraint operators_invitation check (invitation_hash is null or (secret_hash is null and invited_until is not null)),
  constraint operators_secret_and_factor check ((secret_hash is null) = (sealed_totp is null))
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

-- What one operator prepared and another decides: the command as it was typed, what stood in the files that it names,
-- and what it would have done then.
create table operator_proposals (
  id uuid primary key,
  action text not null,
  options jsonb not null,
  files jsonb not null,
  -- Why it takes a second person.
  why text not null,
  preview text not null,
  prepared_by uuid not null references operators (id),
  prepared_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'done', 'failed', 'refused')),
  decided_by uuid references operators (id),
  decided_at timestamptz,
  note text,
  -- What one owner prepares to take another away: the one concerned can stop it, and while it waits neither moves
  -- money.
  against uuid references operators (id),
  stopped_at timestamptz,
  check ((state = 'open') = (decided_at is null) and (decided_by is null) = (decided_at is null))
);
create index operator_proposals_against on operator_proposals (id) where state = 'open' and against is not null;
create index operator_proposals_open on operator_proposals (id) where state = 'open';

-- One press of a button does one thing, however often the browser sends it. Kept for a day.
create table operator_presses (
  key uuid primary key,
  operator_id uuid not null references operators (id),
  pressed_at timestamptz not null default now()
);
create index operator_presses_pressed on operator_presses (pressed_at);

-- Addresses of the console that an operator keeps under a name: what is filtered stands in them. Shared: operators of
-- at least the role of who made it find it, too.
create table operator_views (
  id uuid primary key,
  operator_id uuid not null references operators (id),
  name text not null check (length(name) between 1 and 60),
  address text not null check (length(address) <= 800),
  shared boolean not null default false,
  role text not null,
  made_at timestamptz not null default now()
);
create unique index operator_views_name on operator_views (operator_id, lower(name));
create index operator_views_shared on operator_views (made_at) where shared;

-- Passkeys of operators: instead of secret and code, at the door and for money. Customers' passkeys stand in tables
-- of their own.
create table operator_passkeys (
  id uuid primary key,
  operator_id uuid not null references operators (id),
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index operator_passkeys_operator on operator_passkeys (operator_id);

create table operator_challenges (
  challenge_hash bytea primary key,
  -- Whose new passkey it is for; null: whoever has one may answer.
  operator_id uuid references operators (id),
  expires_at timestamptz not null
);
create index operator_challenges_expiry on operator_challenges (expires_at);

grant select, insert, update, delete on operator_sessions, operator_views, operator_passkeys, operator_challenges to
wayfare_app;
grant select, insert, delete on operator_presses to wayfare_app;
grant select, insert, update on operators, operator_proposals to wayfare_app;

-- Audit -------------------------------------------------------------------------------------------------------------

-- Every operator action, append-only.
create table audit_log (
  id uuid primary key,
  at timestamptz not null default now(),
  operator text not null,
  action text not null,
  subject text not null,
  details jsonb not null,
  -- Null: what the product did by itself, and rows from before operators had accounts.
  operator_id uuid references operators (id)
);
create index audit_log_about_start on audit_log (lower(substr(subject, strpos(subject, ' ') + 1)) text_pattern_ops);
create index audit_log_action on audit_log (action, at desc, id desc);
-- Operators read the log by who acted, by what was done and by what it was about, each the newest first.
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_operator on audit_log (lower(operator), at desc, id desc);
-- `order A1B2-C3D4` is found by its beginning and by the beginning of what follows the first word, in either case.
create index audit_log_subject_start on audit_log (lower(subject) text_pattern_ops);

grant select, insert on audit_log to wayfare_app;

-- Notes -------------------------------------------------------------------------------------------------------------

-- What operators write down about a person or an order, for each other alone. A row is struck, not rewritten; it goes
-- with the person.
create table operator_notes (
  id uuid primary key,
  at timestamptz not null default now(),
  -- As the audit log names it: `user 482019337`, `order 7BRT-E1QK`.
  subject text not null,
  text text not null check (length(text) between 1 and 2000),
  written_by text not null,
  written_by_id uuid not null references operators (id),
  struck_at timestamptz,
  struck_by text,
  check ((struck_at is null) = (struck_by is null))
);
create index operator_notes_subject on operator_notes (subject, at desc, id desc);

grant select, insert, delete on operator_notes to wayfare_app;
grant update (struck_at, struck_by) on operator_notes to wayfare_app;
