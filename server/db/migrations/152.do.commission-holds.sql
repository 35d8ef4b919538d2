-- What is within its hold or its reserve, by the days (UTC) on which these end: of an affiliate, what all commissions come to whose hold ends
-- on `held_on` and of which nothing waits any more from the end of `ends_on`. Added up by the day on which they were booked, once it is over.
create table commission_holds (
  affiliate_id uuid not null references users (id),
  ends_on date not null,
  held_on date not null,
  amount_minor bigint not null,
  reserve_minor bigint not null,
  primary key (affiliate_id, ends_on, held_on)
);
grant select, insert, update, delete on commission_holds to wayfare_app;

-- Up to which day commissions are in it; those that were booked later are read as they are.
create table commission_hold_folds (
  day date primary key,
  folded_at timestamptz not null default now()
);
grant select, insert on commission_hold_folds to wayfare_app;
