-- What the books moved for the orders of each plan on a day, folded after the day itself is. The rows of a day are written together and never again.
create table daily_plan_revenue (
  day date not null,
  goods_id text not null,
  source text not null,
  debit text not null,
  credit text not null,
  currency text not null,
  sum_minor bigint not null,
  postings integer not null check (postings > 0),
  primary key (day, goods_id, source, debit, credit, currency)
);
grant select, insert on daily_plan_revenue to wayfare_app;

-- Which days have these rows. The release before folds days without them; they come later.
alter table daily_folds add column has_plans boolean not null default false;
