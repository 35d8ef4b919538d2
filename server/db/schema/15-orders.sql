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
  status text not null check (status in ('created', 'awaiting_payment', 'paid', 'refunding', 'refunded', 'partially_refunded', 'cancelled', 'expired', 'review')),
  idempotency_key text not null,
  request_hash text not null,
  created_at timestamptz not null default now(),
  payable_until timestamptz not null,
  paid_at timestamptz,
  -- What settlement keeps beside the facts, written only under the lock of the order's row. standing_grant is the
  -- source id of the membership grant that this order stands for at the moment; grants_made counts them, so that
  -- money which arrives after a reversal can be credited under an id of its own.
  grants_made integer not null default 0 check (grants_made >= 0),
  standing_grant text,
  membership_expires_at timestamptz,
  -- What the goods cost and what the code took off; total_minor is the difference.
  price_minor bigint not null check (price_minor >= 0),
  discount_minor bigint not null default 0 check (discount_minor >= 0),
  promo_code text references promo_codes (code),
  -- An order whose provider does not answer is tried again later and later, so that it keeps no other waiting.
  expiry_tries integer not null default 0,
  next_expiry_try_at timestamptz,
  group_id text references groups (id),
  seats integer not null default 1 check (seats between 1 and 3),
  -- When the window of an order was extended for an attempt that was opened late; that happens once.
  extended_at timestamptz,
  -- More devices for time that is left: which pieces of it an order raises, as they were when it was made. Its months
  -- are 0.
  difference jsonb,
  unique (user_id, idempotency_key),
  constraint orders_difference_check check (difference is null or (months = 0 and bonus_days = 0 and group_id is null)),
  constraint orders_discount check (total_minor = price_minor - discount_minor)
);
create index orders_by_method on orders (method, created_at, id);
create index orders_by_plan on orders (goods_id, created_at, id);
create index orders_created on orders (created_at, id);
create index orders_group on orders (group_id, user_id) where group_id is not null;
create index orders_open on orders (payable_until) where status in ('created', 'awaiting_payment');
create index orders_paid on orders (paid_at, id) where paid_at is not null;
create index orders_paid_by on orders (user_id) where paid_at is not null;
create index orders_seldom on orders (status, created_at, id)
  where status in ('created', 'awaiting_payment', 'refunding', 'refunded', 'partially_refunded', 'review');
-- Orders that ended unpaid, the oldest first. By itself, so that no other table waits while this one is read.
create index orders_unpaid on orders (payable_until, id) where status in ('cancelled', 'expired') and paid_at is null;
create index orders_user on orders (user_id, created_at desc);

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
create index order_events_paid on order_events (at, order_id) where to_status = 'paid';

-- References of tables that are created before these.
alter table promo_uses add foreign key (order_id) references orders (id);
alter table group_seats add foreign key (order_id) references orders (id);
alter table group_events add foreign key (order_id) references orders (id);

grant select, insert, update, delete on orders to wayfare_app;
grant select, insert on order_events to wayfare_app;
