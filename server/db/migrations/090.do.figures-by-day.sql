-- What the books moved on each day, folded once it can no longer change. The rows of a day are written together and never again.
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

-- How many visits, sign-ups, trials and orders a day had, before what is counted is forgotten.
create table daily_funnel (
  day date not null,
  step text not null check (step in
    ('visit', 'download', 'sign_up_form', 'checkout', 'sign_up', 'trial', 'order_made', 'order_paid')),
  count integer not null check (count >= 0),
  primary key (day, step)
);

-- Which days are folded, one after the other without gaps, and what the last proof said of each.
create table daily_folds (
  day date primary key,
  folded_at timestamptz not null default now(),
  -- Whether the funnel was counted while all of it was still there.
  has_funnel boolean not null,
  proved_at timestamptz,
  differs boolean not null default false
);

-- Everything that began before `looked_at` and had not ended then; while one of these runs, no day before is folded.
create table fold_watch (
  one boolean primary key default true check (one),
  looked_at timestamptz not null,
  waits_for text[] not null
);

grant select, insert on daily_revenue, daily_funnel to wayfare_app;
grant select, insert, update on daily_folds, fold_watch to wayfare_app;

-- What differs from the books is about no order and no notification.
alter table review_items drop constraint review_items_about;
alter table review_items add constraint review_items_about
  check (order_id is not null or provider_event_id is not null or reason = 'figures_differ') not valid;
create unique index review_items_figures_once on review_items (subject) where reason = 'figures_differ' and resolved_at is null;
