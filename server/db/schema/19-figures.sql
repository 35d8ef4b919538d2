-- How many visits, sign-ups, trials and orders a day had, before what is counted is forgotten.
create table daily_funnel (
  day date not null,
  step text not null check (step in ('visit', 'download', 'sign_up_form', 'checkout', 'sign_up', 'trial', 'order_made', 'order_paid')),
  count integer not null check (count >= 0),
  primary key (day, step)
);

-- Which days are folded, one after the other without gaps, and what the last proof said of each.
create table daily_folds (
  day date primary key,
  folded_at timestamptz not null default now(),
  proved_at timestamptz,
  differs boolean not null default false,
  -- Which days have these rows. The release before folds days without them; they come later.
  has_plans boolean not null default false
);

-- Members, counted every few minutes: half a million rows are too many to count for each page. The last count of a
-- day stays.
create table daily_members (
  day date primary key,
  counted_at timestamptz not null,
  active integer not null,
  end_in_day integer not null,
  end_in_week integer not null,
  ended_in_week integer not null
);

-- Everything that began before `looked_at` and had not ended then; while one of these runs, no day before is folded.
create table fold_watch (
  one boolean primary key default true check (one),
  looked_at timestamptz not null,
  waits_for text[] not null
);

grant select, insert, update on daily_folds, daily_members, fold_watch to wayfare_app;
grant select, insert on daily_funnel to wayfare_app;
