-- Group purchase: two or three people buy one plan together for a lower price. Lock the row for all decisions about the
-- group, before its orders and memberships.
create table groups (
  id text primary key check (id ~ '^[0-9A-HJKMNP-TV-Z]{11}$'),
  creator_id uuid not null references users (id),
  goods_id text not null references goods (id),
  product_names jsonb not null,
  months integer not null check (months > 0),
  bonus_days integer not null check (bonus_days >= 0),
  max_devices integer not null check (max_devices > 0),
  currency text not null check (currency in ('CNY', 'USD')),
  -- Price of a seat in minor units of `currency`. Copied from the plan when the group was started, like the plan's
  -- terms.
  unit_price_minor bigint not null check (unit_price_minor >= 0),
  size integer not null check (size in (2, 3)),
  payment_type text not null check (payment_type in ('pay_all', 'pay_self')),
  -- Status of a group. `finished`: all seats are paid. `expired`: not complete in time. `closed`: ended early, for
  -- example because the creator left.
  status text not null default 'unfinished' check (status in ('unfinished', 'finished', 'expired', 'closed')),
  -- Number of people in the group. A check constraint rejects more than the size of the group.
  joined integer not null default 0,
  -- Number of changes, so that clients can tell the newer of two states.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  finished_at timestamptz,
  -- Time at which the end of the group was processed. The creator then gets the paid seats that nobody has taken.
  ended_at timestamptz,
  -- True if the creator lists the group publicly. Groups that end first are listed first.
  listed boolean not null default false,
  removed_user_ids uuid[] not null default '{}',
  check (expires_at > created_at),
  constraint groups_joined check (joined between 0 and size)
);
create index groups_creator on groups (creator_id, created_at desc);
create index groups_listed on groups (expires_at, id) where listed and status = 'unfinished';
create index groups_open on groups (goods_id, currency, expires_at) where status = 'unfinished';
create index groups_unfilled on groups (ended_at, id) where status in ('expired', 'closed');

-- Seat of a group that is taken: held, paid, lost, or emptied by an operator. An open seat has no row.
create table group_seats (
  group_id text not null references groups (id),
  seat integer not null check (seat between 1 and 3),
  user_id uuid references users (id),
  payer_id uuid not null references users (id),
  order_id uuid not null,
  -- State of a seat. `held`: reserved while its order is being paid. `paid`: its order is paid. `lost`: the money was
  -- refunded or disputed after the group was complete. `removed`: an operator removed the member; later payments do not
  -- change this.
  state text not null check (state in ('held', 'paid', 'lost', 'removed')),
  -- End of the reservation of a held seat. Afterwards the holder keeps it until somebody else takes it.
  lease_until timestamptz not null,
  -- End of the longer reservation of a held seat for which at least half of the price has arrived, until the rest or an
  -- operator's decision settles the order. Null for other seats.
  half_paid_until timestamptz,
  -- Source id of the seat's current membership grant, null if none. `grants_made` counts all its grants, so that each
  -- gets its own id.
  standing_grant text,
  grants_made integer not null default 0 check (grants_made >= 0),
  unique (group_id, user_id),
  primary key (group_id, seat)
);
create index group_seats_order on group_seats (order_id);
create index group_seats_user on group_seats (user_id);

-- Event in the history of a group. Append-only. Deleted only with a group in which nobody paid.
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
