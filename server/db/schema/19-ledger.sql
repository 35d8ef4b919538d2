-- Posting of the double-entry ledger: one row has both its debit and its credit account, so it is always balanced.
-- Append-only, enforced by a trigger. Each source and source id is posted once.
create table ledger_postings (
  id uuid primary key,
  source text not null check (source in ('payment', 'refund', 'dispute', 'commission', 'adjustment')),
  -- Idempotency key of the event, such as the provider's payment id, with the running total for refunds.
  source_id text not null,
  order_id uuid references orders (id),
  -- Ledger account that is debited, such as `clearing:alipay`, `revenue` or `refunds`. `credit` is the ledger account
  -- that is credited.
  debit text not null,
  credit text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  booked_at timestamptz not null default now(),
  unique (source, source_id),
  check (credit <> debit)
);
create index ledger_postings_booked on ledger_postings (booked_at) include (source, debit, credit, currency, amount_minor);
create index ledger_postings_order on ledger_postings (order_id);

-- Sum of the ledger postings of a day of the shop, by source, accounts and currency. Written when the day can no longer
-- change, so that reports need not read all postings. Append-only.
create table daily_revenue (
  day date not null,
  source text not null,
  debit text not null,
  credit text not null,
  currency text not null,
  sum_minor bigint not null,
  postings integer not null check (postings > 0),
  primary key (day, source, debit, credit, currency)
);

-- Sum of the ledger postings for orders of a plan on a day of the shop, by source, accounts and currency. Includes only
-- postings about revenue, refunds or chargebacks. Append-only: the rows of a day are written together.
create table daily_plan_revenue (
  day date not null,
  goods_id text not null,
  source text not null,
  debit text not null,
  credit text not null,
  currency text not null,
  sum_minor bigint not null,
  postings integer not null check (postings > 0),
  primary key (day, goods_id, source, debit, credit, currency)
);

-- Trigger: rejects changes of an append-only table, even by its owner.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function refuse_rewriting();

grant select, insert on ledger_postings, daily_revenue, daily_plan_revenue to wayfare_app;
