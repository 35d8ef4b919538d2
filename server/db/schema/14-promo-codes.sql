-- Promo code with its discount and conditions. Locking the row serializes the total limit of uses.
create table promo_codes (
  code text primary key check (code ~ '^[0-9A-Z-]{3,32}$'),
  kind text not null check (kind in ('percent', 'fixed')),
  percent_bps integer check (percent_bps between 1 and 10000),
  amounts jsonb,
  goods_ids text[],
  methods text[],
  first_purchase_only boolean not null default false,
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  -- Maximum number of uses in total and by one user (`max_uses_per_user`); null for unlimited.
  max_uses integer check (max_uses > 0),
  max_uses_per_user integer check (max_uses_per_user > 0),
  uses integer not null default 0 check (uses >= 0),
  note text not null,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  check (ends_at > starts_at),
  check ((kind = 'percent') = (percent_bps is not null)),
  check ((kind = 'fixed') = (amounts is not null))
);

-- Number of uses of a promo code by a user. Locking the row serializes the limit per user.
create table promo_users (
  code text not null references promo_codes (code),
  user_id uuid not null references users (id),
  uses integer not null check (uses >= 0),
  primary key (code, user_id)
);

create table promo_uses (
  order_id uuid primary key,
  code text not null references promo_codes (code),
  user_id uuid not null references users (id),
  -- Status of a promo code use. `reserved`: the order is not paid yet. `used`: it is paid. `released`: it ended unpaid,
  -- or was a free order that was reversed, so the use is available again; if money arrives later, the use counts after
  -- all.
  status text not null check (status in ('reserved', 'used', 'released')),
  changed_at timestamptz not null default now()
);
create index promo_uses_code on promo_uses (code);
create index promo_uses_reserved on promo_uses (code) where status = 'reserved';
create index promo_uses_user on promo_uses (user_id, code);

grant select, insert, update, delete on promo_codes, promo_users, promo_uses to wayfare_app;
