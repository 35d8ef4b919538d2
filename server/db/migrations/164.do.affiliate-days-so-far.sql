-- What affiliates' links brought on days that can still change, up to a moment before which they no longer can: as in affiliate_days, but of
-- each day alone. Gone once the day is in affiliate_days; and added up anew where a row was given to another affiliate.
create table affiliate_open_days (
  affiliate_id uuid not null references users (id),
  dimension text not null check (dimension in ('all', 'link', 'plan', 'source', 'language', 'currency')),
  key text not null,
  day date not null,
  visits bigint not null,
  sign_ups bigint not null,
  firsts bigint not null,
  renewals bigint not null,
  first_minor bigint not null,
  renewal_minor bigint not null,
  reversals bigint not null,
  reversed_minor bigint not null,
  primary key (affiliate_id, dimension, key, day)
);
grant select, insert, update, delete on affiliate_open_days to wayfare_app;

-- Up to which moment they are added up, and what ran when it was looked last: what may still add to the time before that.
create table affiliate_open_folds (
  one boolean primary key default true check (one),
  until timestamptz not null,
  looked_at timestamptz not null,
  waits_for text[] not null
);
grant select, insert, update, delete on affiliate_open_folds to wayfare_app;
