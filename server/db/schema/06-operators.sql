-- Operators ---------------------------------------------------------------------------------------------------------

-- Operator: employee with access to the console. Rows are never deleted, because histories name them.
create table operators (
  id uuid primary key,
  name text not null,
  -- Normalised name for comparison: NFKC, with spaces and case folded.
  name_key text not null unique,
  role text not null check (role in ('viewer', 'support', 'finance', 'owner')),
  -- True for operators in DEV and TEST that exist by name only. They have no password and cannot sign in.
  demo boolean not null default false,
  secret_hash text,
  sealed_totp bytea,
  last_totp_step bigint not null default 0,
  -- Expiry of the invitation. Null once it is accepted. While it is set, the operator cannot sign in.
  invited_until timestamptz,
  created_by uuid references operators (id),
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  sealed_email bytea,
  language text not null default 'en' check (language in ('en', 'zh-CN')),
  -- Time at which this operator was disabled, demoted or reset while an owner who could sign in; null if never. An
  -- owner who remains alone may approve their own proposals only 24 hours after it.
  not_owner_since timestamptz,
  -- Digest of the token in the invitation link, through which the operator sets password and second factor. Null
  -- without open invitation.
  invitation_hash bytea unique,
  -- Time at which the operator first set a password. Null if the account was never used, so that a single owner can
  -- renew its invitation.
  accepted_at timestamptz,
  constraint operators_demo check (not demo or (secret_hash is null and invitation_hash is null)),
  constraint operators_invitation check (invitation_hash is null
    or (secret_hash is null and invited_until is not null)),
  constraint operators_secret_and_factor check ((secret_hash is null) = (sealed_totp is null))
);

-- Session of an operator in the console. Ends after 12 hours, or after 30 minutes without use.
create table operator_sessions (
  token_hash bytea primary key,
  operator_id uuid not null references operators (id),
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- Time at which the second factor was last given. Actions that move money require a recent one.
  factor_at timestamptz not null default now()
);
create index operator_sessions_operator on operator_sessions (operator_id);

-- Action that one operator prepared and another must approve. Expires after 7 days without a decision. Rows are never
-- deleted.
create table operator_proposals (
  id uuid primary key,
  action text not null,
  options jsonb not null,
  why jsonb not null,
  preview text,
  prepared_by uuid not null references operators (id),
  prepared_at timestamptz not null default now(),
  -- State of a proposal. `done`: approved and executed. `failed`: approved, but the execution failed. `refused`:
  -- rejected or withdrawn.
  state text not null default 'open' check (state in ('open', 'done', 'failed', 'refused')),
  decided_by uuid references operators (id),
  decided_at timestamptz,
  note text,
  -- Owner whose access the action would remove, and who can object to it. While the proposal is open, neither this
  -- owner nor the proposing owner can do anything that requires a second factor. Null if the action is not about an
  -- owner.
  against uuid references operators (id),
  stopped_at timestamptz,
  -- Encrypted input and preview, which may contain names and email addresses. Deleted when the proposal is decided.
  sealed bytea,
  -- `decided_by` is null while the proposal is open, and if the system itself refused it because it expired or
  -- contained data of an erased account.
  constraint operator_proposals_decided check ((state = 'open') = (decided_at is null)
    and (decided_by is null or decided_at is not null)
    and (decided_by is not null or state in ('open', 'refused'))),
  constraint operator_proposals_sealed check (sealed is null or state = 'open')
);
create index operator_proposals_against on operator_proposals (id) where state = 'open' and against is not null;
create index operator_proposals_open on operator_proposals (id) where state = 'open';

-- Submission of a console form, identified by a random key. It makes submissions idempotent: a repeated one is not
-- executed again. Deleted after a day.
create table operator_submissions (
  key uuid primary key,
  operator_id uuid not null references operators (id),
  submitted_at timestamptz not null default now()
);
create index operator_submissions_submitted on operator_submissions (submitted_at);

-- Console view that an operator saved under a name: the URL of a page with its filters.
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

-- Passkey of an operator, for sign-in and for confirming actions that move money. Separate from customers' passkeys.
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

-- WebAuthn challenge for an operator's passkey, as a digest. Single-use.
create table operator_challenges (
  challenge_hash bytea primary key,
  operator_id uuid references operators (id),
  expires_at timestamptz not null
);
create index operator_challenges_expiry on operator_challenges (expires_at);

grant select, insert, update, delete on operator_sessions, operator_views, operator_passkeys, operator_challenges to
wayfare_app;
grant select, insert, delete on operator_submissions to wayfare_app;
grant select, insert, update on operators, operator_proposals to wayfare_app;

-- Audit -------------------------------------------------------------------------------------------------------------

-- Action of an operator, or of the system itself. Append-only: the application may only insert rows. Only
-- `erase_names_from_audit_log` changes them, to remove the names of an erased account.
create table audit_log (
  id uuid primary key,
  at timestamptz not null default now(),
  operator text not null,
  action text not null,
  -- Object of the action in a fixed form, such as `user 482019337` or `order 7BRT-E1QK`.
  subject text not null,
  details jsonb not null,
  operator_id uuid references operators (id)
);
create index audit_log_about_start on audit_log (lower(substr(subject, strpos(subject, ' ') + 1)) text_pattern_ops);
create index audit_log_action on audit_log (action, at desc, id desc);
-- Pages of the log, newest first. Similar indexes exist for one operator and for one action.
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_operator on audit_log (lower(operator), at desc, id desc);
-- Finds a subject such as `order A1B2-C3D4` by its beginning, in any case. The index `audit_log_about_start` finds it
-- without its first word.
create index audit_log_subject_start on audit_log (lower(subject) text_pattern_ops);

grant select, insert on audit_log to wayfare_app;

-- Notes -------------------------------------------------------------------------------------------------------------

-- Internal note of operators about a person or an order. Notes are never changed, only struck through. Erased with the
-- account that they concern.
create table operator_notes (
  id uuid primary key,
  at timestamptz not null default now(),
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
