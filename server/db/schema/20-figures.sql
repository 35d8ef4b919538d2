-- Number of visits, downloads, opened sign-up forms and checkouts, sign-ups, trials and orders on a day of the shop.
-- Counted before the visits themselves are deleted. Steps that could no longer be counted completely have no row.
create table daily_funnel (
  day date not null,
  step text not null
    check (step in ('visit', 'download', 'sign_up_form', 'checkout', 'sign_up', 'trial', 'order_made', 'order_paid')),
  count integer not null check (count >= 0),
  primary key (day, step)
);

-- Day of the shop whose totals are in `daily_revenue` and `daily_funnel`, with the result of its last check. Days are
-- added in order and without gaps.
create table daily_folds (
  day date primary key,
  folded_at timestamptz not null default now(),
  proved_at timestamptz,
  differs boolean not null default false,
  -- True if `daily_plan_revenue` contains the day. It is computed after the day itself, and only for recent days.
  has_plans boolean not null default false
);

-- Number of members on a day of the shop, updated every few minutes; the last count of a day stays. Stored because
-- counting all memberships for each page is too slow.
create table daily_members (
  day date primary key,
  counted_at timestamptz not null,
  active integer not null,
  end_in_day integer not null,
  end_in_week integer not null,
  ended_in_week integer not null
);

-- Database transactions (`waits_for`, virtual transaction ids) that were still running after the end of a day. The
-- day's totals wait for them, because only they can still add to the day. The table has at most one row.
create table fold_watch (
  one boolean primary key default true check (one),
  looked_at timestamptz not null,
  waits_for text[] not null
);

-- Availability of a service on a day (UTC). Each measurement stands for its minute; minutes without a measurement are
-- unknown.
create table service_days (
  service text not null check (service in ('servers', 'access', 'payments')),
  day date not null,
  -- Number of minutes measured, and of minutes among them in which a part or all of the service was unavailable.
  minutes integer not null check (minutes > 0),
  partly integer not null check (partly >= 0),
  down integer not null check (down >= 0),
  -- Last minute that was measured. Prevents a minute from being counted twice.
  measured_at timestamptz not null,
  primary key (service, day),
  check (partly + down <= minutes)
);
create index service_days_day on service_days (day);

grant select, insert, update, delete on service_days to wayfare_app;
grant select, insert, update on daily_folds, daily_members, fold_watch to wayfare_app;
grant select, insert on daily_funnel to wayfare_app;
