-- One row is one posting with both its legs, so that no posting can be out of balance. Accounts are names, like
-- clearing:alipay, revenue, refunds. (source, source_id) is what happened; it is booked once.
create table ledger_postings (
  id uuid primary key,
  source text not null check (source in ('payment', 'refund', 'dispute', 'commission', 'adjustment')),
  source_id text not null,
  order_id uuid references orders (id),
  debit text not null,
  credit text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  booked_at timestamptz not null default now(),
  unique (source, source_id),
  check (credit <> debit)
);
-- Figures of a day, and lists by time, read the rows of that time alone.
create index ledger_postings_booked on ledger_postings (booked_at) include (source, debit, credit, currency, amount_minor);
create index ledger_postings_order on ledger_postings (order_id);

-- What the books moved on each day, folded once it can no longer change. The rows of a day are written together and
-- never again.
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

-- What the books moved for the orders of each plan on a day, folded after the day itself is. The rows of a day are
-- written together and never again.
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

-- Append-only for everybody, the owner of the table too.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function refuse_rewriting();

grant select, insert on ledger_postings, daily_revenue, daily_plan_revenue to wayfare_app;
