-- Groups: several people buy one plan together. The id is the code of the group's link; its row is the lock under
-- which everything about the group is decided, and comes before the locks of its orders and memberships.
create table groups (
  id text primary key check (id ~ '^[0-9A-HJKMNP-TV-Z]{11}$'),
  creator_id uuid not null references users (id),
  goods_id text not null references goods (id),
  product_names jsonb not null,
  months integer not null check (months > 0),
  bonus_days integer not null check (bonus_days >= 0),
  max_devices integer not null check (max_devices > 0),
  currency text not null check (currency in ('CNY', 'USD')),
  unit_price_minor bigint not null check (unit_price_minor >= 0),
  size integer not null check (size in (2, 3)),
  payment_type text not null check (payment_type in ('pay_all', 'pay_self')),
  status text not null default 'unfinished' check (status in ('unfinished', 'finished', 'expired', 'closed')),
  -- People in it. Whoever takes a seat counts up; one too many breaks the rule and with it their transaction.
  joined integer not null default 0,
  -- Counts changes, so that whoever watches knows the newer of two cards.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  finished_at timestamptz,
  ended_at timestamptz,
  -- Groups that their creators let anyone find. Those that leave first come first.
  listed boolean not null default false,
  -- An operator removes someone from a group. In one that is complete the seat stays, without its time: `removed`,
  -- which no money that is stated later undoes. Who was removed takes no seat of that group again.
  removed_user_ids uuid[] not null default '{}',
  check (expires_at > created_at),
  constraint groups_joined check (joined between 0 and size)
);
create index groups_creator on groups (creator_id, created_at desc);
create index groups_listed on groups (expires_at, id) where listed and status = 'unfinished';
create index groups_open on groups (goods_id, currency, expires_at) where status = 'unfinished';
-- What came to nothing is forgotten after a time: orders that were never paid, groups in which nobody paid,
-- notifications about nothing of ours. The application may only add to most of these tables, so it forgets by
-- functions that decide under locks and run as the owner: they delete what no money points at, and nothing else.
-- Foreign keys stay as they are and refuse what a function overlooked.
create index groups_unfilled on groups (ended_at, id) where status in ('expired', 'closed');

-- One row for each seat that is not open. `held`: leased while its order is paid. `paid`: its order's money stands
-- for it. `lost`: that money went back after the group was complete. No user: paid for, and nobody sits there yet.
create table group_seats (
  group_id text not null references groups (id),
  seat integer not null check (seat between 1 and 3),
  user_id uuid references users (id),
  -- Whose money pays for it, and by which order.
  payer_id uuid not null references users (id),
  order_id uuid not null,
  state text not null check (state in ('held', 'paid', 'lost', 'removed')),
  lease_until timestamptz not null,
  -- The membership grant that this seat stands for now, and how many it had; as with orders.
  standing_grant text,
  grants_made integer not null default 0 check (grants_made >= 0),
  unique (group_id, user_id),
  primary key (group_id, seat)
);
create index group_seats_order on group_seats (order_id);
create index group_seats_user on group_seats (user_id);

-- What happened in a group, for whoever asks later. Append-only.
create table group_events (
  id uuid primary key,
  group_id text not null references groups (id),
  event text not null,
  seat integer,
  user_id uuid references users (id),
  order_id uuid,
  actor text not null,
  at timestamptz not null default clock_timestamp()
);
create index group_events_group on group_events (group_id, at);
create index group_events_order on group_events (order_id) where order_id is not null;
create index group_events_user on group_events (user_id, group_id);

grant select, insert, update, delete on groups, group_seats to wayfare_app;
grant select, insert on group_events to wayfare_app;
