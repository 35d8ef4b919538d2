-- Promo codes --------------------------------------------------------------------------------------------------------
create table promo_codes (
  code text primary key check (code ~ '^[0-9A-Z-]{3,32}$'),
  kind text not null check (kind in ('percent', 'fixed')),
  -- percent: basis points of the price. fixed: minor units by currency, {"CNY": 2000, "USD": 300}.
  percent_bps integer check (percent_bps between 1 and 10000),
  amounts jsonb,
  -- Null: everything.
  goods_ids text[],
  methods text[],
  first_purchase_only boolean not null default false,
  starts_at timestamptz not null default now(),
  ends_at timestamptz check (ends_at > starts_at),
  max_uses integer check (max_uses > 0),
  max_uses_per_user integer check (max_uses_per_user > 0),
  -- Reserved and used together; the row is the lock of its own limit.
  uses integer not null default 0 check (uses >= 0),
  note text not null,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  check ((kind = 'percent') = (percent_bps is not null)),
  check ((kind = 'fixed') = (amounts is not null))
);
create table promo_users (
  code text not null references promo_codes (code),
  user_id uuid not null references users (id),
  uses integer not null check (uses >= 0),
  primary key (code, user_id)
);
-- One row for each order that carries a code. `reserved` becomes `used` by money, or `released` once.
create table promo_uses (
  order_id uuid primary key references orders (id),
  code text not null references promo_codes (code),
  user_id uuid not null references users (id),
  status text not null check (status in ('reserved', 'used', 'released')),
  changed_at timestamptz not null default now()
);
create index promo_uses_code on promo_uses (code);

-- What the goods cost and what the code took off; total_minor is the difference.
alter table orders
  add column price_minor bigint not null default 0 check (price_minor >= 0),
  add column discount_minor bigint not null default 0 check (discount_minor >= 0),
  add column promo_code text references promo_codes (code);
update orders set price_minor = total_minor;
alter table orders
  alter column price_minor drop default,
  add constraint orders_discount check (total_minor = price_minor - discount_minor);
create index orders_paid_by on orders (user_id) where paid_at is not null;

-- Redeem codes -------------------------------------------------------------------------------------------------------
create table redeem_batches (
  id uuid primary key,
  name text not null unique,
  months integer not null check (months > 0),
  bonus_days integer not null check (bonus_days >= 0),
  max_devices integer not null check (max_devices > 0),
  count integer not null check (count between 1 and 10000),
  expires_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);
-- Only digests: a code exists in clear once, on the operator's screen. 80 random bits need no slow hash.
create table redeem_codes (
  id uuid primary key,
  code_hash bytea not null unique,
  batch_id uuid not null references redeem_batches (id),
  redeemed_by uuid references users (id),
  redeemed_at timestamptz,
  check ((redeemed_by is null) = (redeemed_at is null))
);
create index redeem_codes_batch on redeem_codes (batch_id);
create index redeem_codes_user on redeem_codes (redeemed_by) where redeemed_by is not null;

-- The ledger of money ------------------------------------------------------------------------------------------------
-- One row is one posting with both its legs, so that no posting can be out of balance. Accounts are names, like
-- clearing:alipay, revenue, refunds. (source, source_id) is what happened; it is booked once.
create table ledger_postings (
  id uuid primary key,
  source text not null check (source in ('payment', 'refund', 'dispute', 'commission', 'adjustment')),
  source_id text not null,
  order_id uuid references orders (id),
  debit text not null,
  credit text not null check (credit <> debit),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  booked_at timestamptz not null default now(),
  unique (source, source_id)
);
create index ledger_postings_order on ledger_postings (order_id);

-- Append-only for everybody, the owner of the table too.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function refuse_rewriting();

-- Reviews ------------------------------------------------------------------------------------------------------------
create index review_items_open on review_items (opened_at) where resolved_at is null;

grant select, insert, update, delete on promo_codes, promo_users, promo_uses, redeem_batches, redeem_codes to wayfare_app;
grant select, insert on ledger_postings to wayfare_app;
