-- Attempt to pay an order with one payment provider. An order can have several.
create table payment_attempts (
  -- ULID, sent to the provider as its order number.
  id text primary key,
  order_id uuid not null references orders (id),
  provider text not null,
  method text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- Status of a payment attempt. `creating`: the request to the provider is being sent. `unknown`: the provider did not
  -- answer. `open`: waits for the buyer. `paid`, `failed` and `closed`: stated by the provider; money may still arrive
  -- for a closed attempt.
  status text not null check (status in ('creating', 'unknown', 'open', 'paid', 'failed', 'closed')),
  -- Payment link or QR code for the buyer. Deleted one day after the payment window. Null if not known yet, or deleted.
  pay_step jsonb,
  provider_ref text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Time at which the provider is queried next; null if no query is due.
  next_query_at timestamptz,
  queries integer not null default 0,
  -- Time of the last query, for any reason. Limits how often a buyer can trigger one with "I've paid".
  queried_at timestamptz,
  -- Device of the buyer. An attempt that is opened again gets the same kind of payment page.
  device text not null default 'desktop' check (device in ('desktop', 'phone')),
  -- True for an attempt to pay a rehearsal's order (test purchase with real money), which is left out of all figures.
  is_test boolean not null default false
);
create index payment_attempts_created on payment_attempts (created_at) include (method, status, is_test);
create index payment_attempts_due on payment_attempts (next_query_at) where next_query_at is not null;
create index payment_attempts_order on payment_attempts (order_id);
create index payment_attempts_pay_step on payment_attempts (expires_at) where pay_step is not null;

-- Verified statement about a payment, such as "paid" or "refunded", by its provider, a blockchain or an operator.
-- Append-only. The state of a payment is always derived from its facts, so that their order and repetition do not
-- matter.
create table payment_facts (
  id uuid primary key,
  provider text not null,
  -- Kind of statement. `refund_failed` may follow `refunded`, because a bank can return a refund weeks later.
  -- `reverted`: the blockchain dropped a payment that had counted.
  kind text not null
    check (kind in ('paid', 'failed', 'closed', 'refunded', 'refund_failed', 'disputed', 'dispute_won', 'reverted')),
  attempt_id text not null references payment_attempts (id),
  provider_txn_id text not null,
  -- Distinguishes facts of the same kind about one payment, for example by refund or dispute id. Empty if there can be
  -- only one.
  reference text not null,
  currency text not null,
  -- Amount in minor units of `currency`, which may be a currency in which we do not sell.
  amount_minor bigint not null check (amount_minor >= 0),
  occurred_at timestamptz not null,
  source text not null check (source in ('notification', 'query', 'operator', 'chain')),
  raw_hash text not null,
  recorded_at timestamptz not null default now(),
  unique (provider, kind, provider_txn_id, reference)
);
create index payment_facts_attempt on payment_facts (attempt_id);
-- Finds a payment by the provider's number when the provider is not known.
create index payment_facts_number on payment_facts (provider_txn_id);
-- Payments of a provider on a day, for the comparison with the provider's settlement report.
create index payment_facts_paid_at on payment_facts (provider, occurred_at) where kind = 'paid';

-- Webhook of a payment provider, stored before it is processed, or another statement that must count once, such as a
-- line of a settlement report. Each provider and event id is stored once, so that repeated webhooks have no effect. The
-- content is deleted later; the row stays if it belongs to a payment attempt or a review.
create table provider_events (
  id uuid primary key,
  provider text not null,
  event_id text not null,
  headers jsonb not null,
  received_at timestamptz not null default now(),
  -- Encrypted content of the webhook. It may contain the payer's name and contact data, so it is deleted with the
  -- buyer's account, or 180 days after the last fact about the order. Null if deleted, or if no content had to be kept.
  sealed bytea,
  raw_digest bytea check (octet_length(raw_digest) = 32),
  -- Payment attempt that the webhook is about. Null if not known yet, or none of ours.
  attempt_id text references payment_attempts (id),
  -- Attempt that a webhook names which has not been read yet, whether or not it is ours. `attempt_id` cannot say so:
  -- cleanups delete what has one, and an unread webhook must stay.
  named_attempt text,
  unique (provider, event_id)
);
create index provider_events_attempt on provider_events (attempt_id) where sealed is not null;
create index provider_events_linked on provider_events (attempt_id) where attempt_id is not null;
create index provider_events_sealed on provider_events (received_at) where sealed is not null;
create index provider_events_unread on provider_events (named_attempt) where named_attempt is not null;
create index provider_events_unlinked on provider_events (received_at, id) where attempt_id is null;

-- Availability of a payment provider, as last observed by the server or a worker process. `silent_since` is null while
-- the provider answers.
create table provider_health (
  provider text primary key,
  silent_since timestamptz,
  changed_at timestamptz not null default now()
);

-- Refund of a payment. The id is sent to the provider as refund number, so that a repeated request refunds once.
create table refunds (
  id text primary key,
  order_id uuid not null references orders (id),
  attempt_id text not null references payment_attempts (id),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  -- Status of a refund. `requested`: decided, not sent yet. `sent`: the provider is processing it. `done`: the money is
  -- refunded, but a bank may still return it. `failed`: the money did not arrive.
  status text not null check (status in ('requested', 'sent', 'done', 'failed')),
  requested_by text not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- Payment that is refunded. An attempt may have been paid twice, so the attempt does not identify the payment.
  provider_txn_id text not null,
  failure text,
  -- True if the refund was decided before the partial payments of the order reached the total. That money no longer
  -- counts toward the order.
  before_credit boolean not null default false,
  -- True for each of the refunds that together return all money of an order bought by partial payments. Once all of
  -- them are done, that money buys nothing, whatever payment facts arrive later.
  is_final boolean not null default false,
  -- Time at which the provider was last queried about the open refund. Refunds queried longest ago come first, so that
  -- a stuck refund does not hold up others.
  asked_at timestamptz,
  -- Time at which the completed refund was last checked, because a bank may return the money weeks later. Null if not
  -- checked yet.
  checked_at timestamptz,
  -- Time since which the provider does not know the refund; a single such answer proves nothing. Null while the
  -- provider knows it.
  denied_since timestamptz,
  -- Failed refund that this one repeats. Each can be repeated once. Null for a first attempt.
  again_of text references refunds (id),
  -- Seconds of membership time that a partial refund takes back when it is done. 0 if the time stays, or if a full
  -- refund takes all of it.
  take_seconds bigint not null default 0
);
create unique index refunds_again on refunds (again_of) where again_of is not null;
create index refunds_attempt on refunds (attempt_id);
create index refunds_done on refunds (settled_at) where status = 'done';
create unique index refunds_duplicate_once on refunds (attempt_id, provider_txn_id) where reason = 'duplicate' and status <> 'failed';
create index refunds_open on refunds (created_at) where status in ('requested', 'sent');
create index refunds_order on refunds (order_id);
create index refunds_settled on refunds (settled_at) where status = 'done';

-- Review: case that an operator must decide, such as an unclear payment or a dispute. Rows are never deleted, and
-- orders with a review are kept.
create table review_items (
  id uuid primary key,
  -- Order of the review. Null if money arrived under a number that is not ours, or if the review is about figures that
  -- differ.
  order_id uuid references orders (id),
  attempt_id text references payment_attempts (id),
  reason text not null,
  details jsonb not null,
  opened_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution text,
  resolved_by text,
  -- Provider's statement about money that belongs to no order of ours. Null if the review has an order or is about
  -- figures.
  provider_event_id uuid references provider_events (id),
  -- Refund, payment or dispute that the review is about, because one attempt may have several reviews with the same
  -- reason. Empty if the reason alone identifies the review.
  subject text not null default '',
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

-- Payer whose payments are held until an operator has checked them. The payer is a keyed digest, as in
-- `payment_payers`.
create table blocked_payers (
  id uuid primary key,
  -- Keyed digest of the payer. Null once the block is lifted, so that no trace of the payer remains.
  payer bytea check (octet_length(payer) = 32),
  -- Risk case whose payers were blocked together, so that they are unblocked together. Null if blocked alone.
  case_id uuid,
  blocked_at timestamptz not null default now(),
  lifted_at timestamptz,
  check ((payer is null) = (lifted_at is not null))
);
create unique index blocked_payers_payer on blocked_payers (payer) where lifted_at is null;
create index blocked_payers_case on blocked_payers (case_id) where lifted_at is null;

-- Payment that is held because its payer was blocked, or because its account was erased before it arrived. A held
-- payment buys nothing until it is released.
create table held_payments (
  provider text not null,
  provider_txn_id text not null,
  attempt_id text not null references payment_attempts (id) on delete cascade,
  -- Block that was active at the time of the payment. Null if the account was erased.
  block_id uuid references blocked_payers (id),
  held_at timestamptz not null default now(),
  released_at timestamptz,
  primary key (provider, provider_txn_id)
);
create index held_payments_attempt on held_payments (attempt_id);
create index held_payments_block on held_payments (block_id) where released_at is null;

-- Daily settlement report of a payment provider and its comparison with our books. Days without a comparison are
-- retried and raise an alert.
create table statement_days (
  provider text not null,
  day date not null,
  state text not null check (state in ('compared', 'unreadable', 'missing')),
  -- Reason why the day is not compared: the provider has no report yet (`not_ready`), did not answer (`silent`), the
  -- report is unreadable, or our code failed. Null if compared.
  reason text check (reason in ('not_ready', 'silent', 'unreadable', 'failed')),
  -- Number of our payments and refunds that the report must contain. With 0, the provider may have no report for the
  -- day.
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
grant update (headers, sealed, raw_digest, attempt_id, named_attempt) on provider_events to wayfare_app;
