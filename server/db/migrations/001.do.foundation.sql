-- The role that the application works as. It may read and write rows; it may never alter a table, nor rewrite a ledger.
do $$ begin
  if not exists (select from pg_roles where rolname = 'wayfare_app') then create role wayfare_app nologin; end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster was quicker
end $$;
do $$ begin execute format('grant wayfare_app to %I', current_user); end $$;
grant usage on schema public to wayfare_app;

-- Accounts -----------------------------------------------------------------------------------------------------------
create table users (
  id uuid primary key,
  uid integer not null unique check (uid between 100000000 and 999999999),
  invite_code text not null unique,
  password_hash text not null,
  language text not null check (language in ('en', 'zh-CN')),
  invited_by uuid references users (id),
  created_at timestamptz not null default now()
);
create index users_invited_by on users (invited_by) where invited_by is not null;

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
create unique index account_identifiers_user on account_identifiers (user_id, kind);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  platform text not null,
  device_id text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_user on sessions (user_id) where ended_at is null;

-- Only the SHA-256 of a token is ever stored. `register` tokens are good for one call and 15 minutes.
create table session_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id),
  kind text not null check (kind in ('full', 'register')),
  issued_at timestamptz not null default now(),
  superseded_at timestamptz
);
create index session_tokens_session on session_tokens (session_id);

-- Nonces of signed calls. Unlogged: after a crash of the database older timestamps are refused instead (signed_epoch).
create unlogged table signed_nonces (
  nonce text primary key,
  seen_at timestamptz not null default now()
);
create index signed_nonces_seen on signed_nonces (seen_at);

-- Catalogue ----------------------------------------------------------------------------------------------------------
create table goods (
  id text primary key,
  position integer not null,
  months integer not null check (months > 0),
  bonus_days integer not null default 0 check (bonus_days >= 0),
  max_devices integer not null check (max_devices > 0),
  names jsonb not null,
  badges jsonb,
  on_sale boolean not null default true,
  updated_at timestamptz not null default now()
);
create table goods_prices (
  goods_id text not null references goods (id),
  currency text not null check (currency in ('CNY', 'USD')),
  price_minor bigint not null check (price_minor >= 0),
  list_price_minor bigint check (list_price_minor > price_minor),
  primary key (goods_id, currency)
);
create table group_prices (
  goods_id text not null references goods (id),
  size integer not null check (size in (2, 3)),
  currency text not null check (currency in ('CNY', 'USD')),
  per_person_minor bigint not null check (per_person_minor >= 0),
  primary key (goods_id, size, currency)
);

-- White label: brand, links and switches of this deployment, by key.
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Orders and payments ------------------------------------------------------------------------------------------------
create table orders (
  id uuid primary key,
  number text not null unique,
  user_id uuid not null references users (id),
  goods_id text not null references goods (id),
  product_names jsonb not null,
  months integer not null,
  bonus_days integer not null,
  max_devices integer not null,
  method text not null check (method in ('alipay', 'wechat', 'unionpay', 'card', 'crypto')),
  currency text not null check (currency in ('CNY', 'USD')),
  total_minor bigint not null check (total_minor >= 0),
  status text not null check (status in
    ('created', 'awaiting_payment', 'paid', 'refunding', 'refunded', 'partially_refunded', 'cancelled', 'expired', 'review')),
  idempotency_key text not null,
  request_hash text not null,
  created_at timestamptz not null default now(),
  payable_until timestamptz not null,
  paid_at timestamptz,
  unique (user_id, idempotency_key)
);
create index orders_user on orders (user_id, created_at desc);
create index orders_open on orders (payable_until) where status in ('created', 'awaiting_payment');

-- Append-only: every transition of an order, with who or what caused it.
create table order_events (
  id uuid primary key,
  order_id uuid not null references orders (id),
  from_status text,
  to_status text not null,
  reason text not null,
  actor text not null,
  at timestamptz not null default now()
);
create index order_events_order on order_events (order_id, at);

-- One try to pay an order. The id is a fresh ULID and the provider's order number.
create table payment_attempts (
  id text primary key,
  order_id uuid not null references orders (id),
  provider text not null,
  method text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('creating', 'unknown', 'open', 'paid', 'failed', 'closed')),
  pay_step jsonb,
  provider_ref text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  next_query_at timestamptz,
  queries integer not null default 0
);
create index payment_attempts_order on payment_attempts (order_id);
create index payment_attempts_due on payment_attempts (next_query_at) where next_query_at is not null;

-- What a provider sent, as it came, before anybody interprets it. Append-only.
create table provider_events (
  id uuid primary key,
  provider text not null,
  event_id text not null,
  raw bytea not null,
  headers jsonb not null,
  received_at timestamptz not null default now(),
  unique (provider, event_id)
);

-- Verified statements of a provider. State is derived from them, whatever their order or number. Append-only.
create table payment_facts (
  id uuid primary key,
  provider text not null,
  kind text not null check (kind in ('paid', 'failed', 'closed', 'refunded', 'disputed', 'reverted')),
  attempt_id text not null references payment_attempts (id),
  provider_txn_id text not null,
  reference text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  occurred_at timestamptz not null,
  source text not null check (source in ('notification', 'query', 'operator', 'chain')),
  raw_hash text not null,
  recorded_at timestamptz not null default now(),
  unique (provider, kind, provider_txn_id, reference)
);
create index payment_facts_attempt on payment_facts (attempt_id);

-- Money that goes back. The id is the refund number at the provider, so that asking twice refunds once.
create table refunds (
  id text primary key,
  order_id uuid not null references orders (id),
  attempt_id text not null references payment_attempts (id),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  status text not null check (status in ('requested', 'sent', 'done', 'failed')),
  requested_by text not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index refunds_order on refunds (order_id);
create index refunds_open on refunds (created_at) where status in ('requested', 'sent');

-- What a person must look at; nothing in it is ever dropped silently.
create table review_items (
  id uuid primary key,
  order_id uuid not null references orders (id),
  attempt_id text references payment_attempts (id),
  reason text not null,
  details jsonb not null,
  opened_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution text,
  resolved_by text
);
create unique index review_items_once on review_items (order_id, reason, coalesce(attempt_id, '')) where resolved_at is null;

-- Membership ---------------------------------------------------------------------------------------------------------
-- Append-only ledger in seconds. A reversal is a negative row that names the grant it takes back.
create table membership_grants (
  id uuid primary key,
  user_id uuid not null references users (id),
  source text not null check (source in ('order', 'group', 'redeem', 'invite', 'trial', 'bonus', 'refund', 'operator')),
  source_id text not null,
  seconds bigint not null check (seconds <> 0),
  reverses uuid references membership_grants (id),
  plan_months integer,
  max_devices integer,
  note text,
  granted_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((reverses is null) = (seconds > 0))
);
create unique index membership_grants_once on membership_grants (source, source_id) where reverses is null;
create unique index membership_grants_reversed_once on membership_grants (reverses) where reverses is not null;
create index membership_grants_user on membership_grants (user_id, granted_at, id);

-- The fold of that ledger, kept in the transaction that appends to it; its row is the lock of a user's membership.
create table memberships (
  user_id uuid primary key references users (id),
  expires_at timestamptz,
  total_seconds bigint not null default 0,
  max_devices integer not null default 0,
  yearly_until timestamptz,
  benefits_until timestamptz
);

-- Jobs, audit --------------------------------------------------------------------------------------------------------
create table jobs (
  id uuid primary key,
  kind text not null,
  payload jsonb not null,
  unique_key text,
  status text not null default 'pending' check (status in ('pending', 'done', 'dead')),
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  lease_token uuid,
  leased_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index jobs_due on jobs (run_at) where status = 'pending';
create unique index jobs_unique on jobs (kind, unique_key) where status = 'pending' and unique_key is not null;
create index jobs_finished on jobs (finished_at) where status <> 'pending';

create table job_schedules (
  kind text primary key,
  every_seconds integer not null check (every_seconds > 0),
  next_run_at timestamptz not null default now()
);

-- Every operator action, append-only.
create table audit_log (
  id uuid primary key,
  at timestamptz not null default now(),
  operator text not null,
  action text not null,
  subject text not null,
  details jsonb not null
);
create index audit_log_at on audit_log (at desc);

-- What the application may do --------------------------------------------------------------------------------------
grant select, insert, update, delete on
  users, account_identifiers, sessions, session_tokens, signed_nonces, goods, goods_prices, group_prices, settings,
  orders, payment_attempts, refunds, review_items, memberships, jobs, job_schedules to wayfare_app;
-- Ledgers and histories: added to and read, never changed.
grant select, insert on order_events, provider_events, payment_facts, membership_grants, audit_log to wayfare_app;
