-- What an affiliate's links brought, by day: running totals, so that any range is the difference of two rows. `dimension` and `key` say
-- of what: of everything, or of one link, plan, source, language or currency. A day without anything has no row.
create table affiliate_days (
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
grant select, insert on affiliate_days to wayfare_app;

-- Which days are in it, one after the other without gaps. `has_visits`: all visits of the day were still there.
create table affiliate_folds (
  day date primary key,
  has_visits boolean not null,
  folded_at timestamptz not null default now()
);
grant select, insert on affiliate_folds to wayfare_app;

-- In which language someone signed up; unknown for those who did before this was kept.
alter table referrals add column language text;
alter table referrals add constraint referrals_language_check check (language in ('en', 'zh-CN')) not valid;
-- views: e67b807ae99b985c
