-- Order of a plan, with the terms and prices at the time of purchase. Lock the row for all decisions about the order's
-- money. Unpaid orders are deleted after 90 days, unless money, a review or a blockchain address belongs to them.
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
  status text not null
    check (status in ('created', 'awaiting_payment', 'paid', 'refunding', 'refunded', 'partially_refunded', 'cancelled', 'expired', 'review')),
  idempotency_key text not null,
  -- Digest of the request. A repeated idempotency key with another request is rejected.
  request_hash text not null,
  created_at timestamptz not null default now(),
  payable_until timestamptz not null,
  paid_at timestamptz,
  -- Number of membership grants made for this order, for example if money arrives again after a reversal. Makes the id
  -- of each grant unique. Written only under the lock of the order.
  grants_made integer not null default 0 check (grants_made >= 0),
  -- Source id of the order's current membership grant (`membership_grants`); null if none.
  standing_grant text,
  membership_expires_at timestamptz,
  price_minor bigint not null check (price_minor >= 0),
  discount_minor bigint not null default 0 check (discount_minor >= 0),
  promo_code text references promo_codes (code),
  -- Number of attempts to expire the order, counted up to 10. An order stays open while its provider does not answer or
  -- a transfer is unconfirmed; each next attempt then waits longer, so that other orders are not held up.
  expiry_tries integer not null default 0,
  next_expiry_try_at timestamptz,
  group_id text references groups (id),
  seats integer not null default 1 check (seats between 1 and 3),
  -- Time at which the payment window was extended, at most once, for a payment attempt that began late. Null if not
  -- extended.
  extended_at timestamptz,
  -- Set for device upgrades: the parts of the remaining time that it upgrades, as they were when it was ordered.
  -- `months` is then 0. Null for all other orders.
  difference jsonb,
  -- True for an order of a rehearsal: a test purchase with real money that counts in no figure. Copied from the account
  -- when the order is created.
  is_test boolean not null default false,
  unique (user_id, idempotency_key),
  constraint orders_difference_check check (difference is null
    or (months = 0 and bonus_days = 0 and group_id is null)),
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
create index orders_test on orders (created_at) where is_test;
create index orders_unpaid on orders (payable_until, id) where status in ('cancelled', 'expired') and paid_at is null;
create index orders_user on orders (user_id, created_at desc);

-- Change of an order's status, with its reason and cause. Append-only. Deleted only with an unpaid order.
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

-- Foreign keys of tables that are created before `orders`.
alter table promo_uses add foreign key (order_id) references orders (id);
alter table group_seats add foreign key (order_id) references orders (id);
alter table group_events add foreign key (order_id) references orders (id);

grant select, insert, update, delete on orders to wayfare_app;
grant select, insert on order_events to wayfare_app;
