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
  queries integer not null default 0,
  -- When the provider was last asked, by whomever: a buyer who presses "I've paid" may not flood it.
  queried_at timestamptz,
  -- Where the buyer is: an attempt that is opened again later gets the page that the first one would have had.
  device text not null default 'desktop' check (device in ('desktop', 'phone'))
);
create index payment_attempts_created on payment_attempts (created_at) include (method, status);
create index payment_attempts_due on payment_attempts (next_query_at) where next_query_at is not null;
create index payment_attempts_order on payment_attempts (order_id);
-- Attempts that still know where their buyer was sent. By itself, so that no other table waits while this one is
-- read.
create index payment_attempts_pay_step on payment_attempts (expires_at) where pay_step is not null;

-- Verified statements of a provider. State is derived from them, whatever their order or number. Append-only.
create table payment_facts (
  id uuid primary key,
  provider text not null,
  kind text not null check (kind in ('paid', 'failed', 'closed', 'refunded', 'refund_failed', 'disputed', 'dispute_won', 'reverted')),
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
-- What a provider calls a payment is found whatever provider it is of.
create index payment_facts_number on payment_facts (provider_txn_id);
-- A day of a provider's payments and refunds, and tries at accounts that do not exist, are found without reading
-- through years.
create index payment_facts_paid_at on payment_facts (provider, occurred_at) where kind = 'paid';

-- What a provider sent, as it came, before anybody interprets it. Append-only.
create table provider_events (
  id uuid primary key,
  provider text not null,
  event_id text not null,
  headers jsonb not null,
  received_at timestamptz not null default now(),
  -- What a provider sent may name who paid, with address and telephone number: it is kept sealed, and destroyed with
  -- the buyer's account or some time after the last fact. Facts and the digest stay. `raw` is only written by the
  -- release before; the server seals it.
  sealed bytea,
  raw_digest bytea check (octet_length(raw_digest) = 32),
  -- Which payment it was about, once that is known.
  attempt_id text references payment_attempts (id),
  unique (provider, event_id)
);
create index provider_events_attempt on provider_events (attempt_id) where sealed is not null;
-- Notifications of an attempt, and those of none. By itself, so that no other table waits while this one is read.
create index provider_events_linked on provider_events (attempt_id) where attempt_id is not null;
create index provider_events_sealed on provider_events (received_at) where sealed is not null;
create index provider_events_unlinked on provider_events (received_at, id) where attempt_id is null;

-- Since when a provider has not answered, as a process that runs jobs has last seen it; null: it answers.
create table provider_health (
  provider text primary key,
  silent_since timestamptz,
  changed_at timestamptz not null default now()
);

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
  settled_at timestamptz,
  -- One attempt may have been paid twice: a refund names the transaction that it gives back.
  provider_txn_id text not null,
  failure text,
  -- Promised while payments that add up had not come to the total: that money buys nothing any more.
  before_credit boolean not null default false,
  -- With it everything that had come for the order was promised back: once it is done, that money buys nothing any
  -- more.
  is_final boolean not null default false,
  -- When its provider was last asked about it while it was open, so that those that hang keep no other from being
  -- asked.
  asked_at timestamptz,
  -- When it was last looked at after it was done, and since when its provider knows nothing of it.
  checked_at timestamptz,
  denied_since timestamptz,
  -- Which refund that failed this one tries again: each is tried again once.
  again_of text references refunds (id),
  -- Membership time that a refund of a part of the money takes back once it is done. 0: the time stays, or all of it
  -- goes.
  take_seconds bigint not null default 0
);
create unique index refunds_again on refunds (again_of) where again_of is not null;
create index refunds_attempt on refunds (attempt_id);
create index refunds_done on refunds (settled_at) where status = 'done';
create unique index refunds_duplicate_once on refunds (attempt_id, provider_txn_id) where reason = 'duplicate' and status <> 'failed';
create index refunds_open on refunds (created_at) where status in ('requested', 'sent');
create index refunds_order on refunds (order_id);
create index refunds_settled on refunds (settled_at) where status = 'done';

-- What a person must look at; nothing in it is ever dropped silently.
create table review_items (
  id uuid primary key,
  order_id uuid references orders (id),
  attempt_id text references payment_attempts (id),
  reason text not null,
  details jsonb not null,
  opened_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution text,
  resolved_by text,
  -- Money can arrive under a number that is none of ours. Then there is no order to name, only the statement itself.
  provider_event_id uuid references provider_events (id),
  -- An attempt may be asked about several times at once: each refund that its chain denies or its provider refuses,
  -- each statement that contradicts another, is an item of its own. Empty: the reason says it all.
  subject text not null default '',
  -- Which operator works on an item of the queue, and until when: it is free again by itself.
  taken_by uuid,
  taken_until timestamptz,
  constraint review_items_about check (order_id is not null or provider_event_id is not null or reason = 'figures_differ')
);
create index review_items_attempt on review_items (attempt_id) where attempt_id is not null;
create index review_items_decided on review_items (reason, resolved_at desc) where resolved_at is not null;
create unique index review_items_event_once on review_items (provider_event_id) where provider_event_id is not null;
create unique index review_items_figures_once on review_items (subject) where reason = 'figures_differ' and resolved_at is null;
create unique index review_items_once on review_items (order_id, reason, coalesce(attempt_id, ''), subject) where resolved_at is null;
create index review_items_open on review_items (opened_at) where resolved_at is null;
create index review_items_order on review_items (order_id);

-- Payers (keyed digests, as in payment_payers) whose money an operator looks at before it buys anything. A block that
-- is lifted keeps no digest.
create table blocked_payers (
  id uuid primary key,
  payer bytea check (octet_length(payer) = 32),
  blocked_at timestamptz not null default now(),
  lifted_at timestamptz,
  check ((payer is null) = (lifted_at is not null))
);
create unique index blocked_payers_payer on blocked_payers (payer) where lifted_at is null;

-- Payments that such a payer made, each under the block that stood then. One that is let go counts from then on.
create table held_payments (
  provider text not null,
  provider_txn_id text not null,
  attempt_id text not null references payment_attempts (id) on delete cascade,
  block_id uuid references blocked_payers (id),
  held_at timestamptz not null default now(),
  released_at timestamptz,
  primary key (provider, provider_txn_id)
);
create index held_payments_attempt on held_payments (attempt_id);
create index held_payments_block on held_payments (block_id) where released_at is null;

-- How far the list of each day of each provider is compared. Days that are not are tried again, and raise an alert.
create table statement_days (
  provider text not null,
  day date not null,
  state text not null check (state in ('compared', 'unreadable', 'missing')),
  -- Why it is not compared: the provider has no list yet, did not answer, or something here failed.
  reason text check (reason in ('not_ready', 'silent', 'unreadable', 'failed')),
  -- Movements of our own that the list has to name; of a day without any there may be no list.
  expected integer not null default 0 check (expected >= 0),
  lines integer not null default 0 check (lines >= 0),
  unread integer not null default 0 check (unread >= 0),
  differences integer not null default 0 check (differences >= 0),
  tries integer not null default 0 check (tries >= 0),
  first_tried_at timestamptz not null default now(),
  tried_at timestamptz,
  primary key (provider, day),
  check ((state = 'compared') = (reason is null))
);
create index statement_days_open on statement_days (provider, tried_at) where state <> 'compared';

grant select, insert, update, delete on payment_attempts, refunds, review_items to wayfare_app;
grant select, insert, update on provider_health, blocked_payers, held_payments, statement_days to wayfare_app;
grant select, insert on payment_facts, provider_events to wayfare_app;
grant update (headers, sealed, raw_digest, attempt_id) on provider_events to wayfare_app;
