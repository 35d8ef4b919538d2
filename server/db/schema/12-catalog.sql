-- Setting of this deployment by key, such as brand, links and features.
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Published version of the affiliate terms: tiers, rates, hold and reserve. Append-only, because each commission
-- names the version by which it was computed.
create table affiliate_terms (
  version integer primary key check (version > 0),
  since date not null,
  terms jsonb not null,
  published_by text not null,
  published_at timestamptz not null default now()
);

-- Plan: membership time for a number of devices. Orders copy its terms, so changes never affect existing orders.
create table goods (
  id text primary key,
  position integer not null,
  months integer not null check (months > 0),
  bonus_days integer not null default 0 check (bonus_days >= 0),
  max_devices integer not null check (max_devices > 0),
  names jsonb not null,
  badges jsonb,
  on_sale boolean not null default true,
  -- True for the plan of rehearsals (test purchases with real money). It is never on sale and in no list of plans.
  is_test boolean not null default false check (not (is_test and on_sale)),
  updated_at timestamptz not null default now()
);

create table goods_prices (
  goods_id text not null references goods (id),
  currency text not null check (currency in ('CNY', 'USD')),
  price_minor bigint not null check (price_minor >= 0),
  list_price_minor bigint,
  primary key (goods_id, currency),
  check (list_price_minor > price_minor)
);

-- Price per person of a plan in a group of this size, in minor units. Without a row the plan has no groups of that
-- size.
create table group_prices (
  goods_id text not null references goods (id),
  size integer not null check (size in (2, 3)),
  currency text not null check (currency in ('CNY', 'USD')),
  per_person_minor bigint not null check (per_person_minor >= 0),
  primary key (goods_id, size, currency)
);

-- Plan of rehearsals (test purchases with real money), so that their orders refer to a plan like any other. Operators
-- change its prices.
insert into goods (id, position, months, max_devices, names, on_sale, is_test)
values ('rehearsal', 0, 1, 2, '{"en": "Rehearsal", "zh-CN": "演练"}', false, true);
insert into goods_prices (goods_id, currency, price_minor) values ('rehearsal', 'CNY', 100), ('rehearsal', 'USD', 100);

grant select, insert, update, delete on settings, goods, goods_prices, group_prices to wayfare_app;
grant select, insert on affiliate_terms to wayfare_app;
