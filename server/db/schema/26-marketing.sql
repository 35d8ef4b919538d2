-- Visits that carried a parameter, after consent: opaque values, no address of a network, forgotten after days.
create table marketing_visits (
  visit text primary key check (visit ~ '^[\w-]{1,64}$'),
  campaign_id uuid references affiliate_campaigns (id),
  referral text,
  gclid text,
  wbraid text,
  gbraid text,
  vid text,
  at timestamptz not null default now()
);
create index marketing_visits_at on marketing_visits (at);
create index marketing_visits_campaign on marketing_visits (campaign_id, at) where campaign_id is not null;
create index marketing_visits_gbraid on marketing_visits (gbraid) where gbraid is not null;
-- An account that is erased takes the visits along that carried the same click: found by each of the codes that name
-- one.
create index marketing_visits_gclid on marketing_visits (gclid) where gclid is not null;
create index marketing_visits_vid on marketing_visits (vid) where vid is not null;
create index marketing_visits_wbraid on marketing_visits (wbraid) where wbraid is not null;

create table marketing_steps (
  visit text not null references marketing_visits (visit) on delete cascade,
  step text not null check (step in ('download', 'checkout', 'sign_up_form')),
  at timestamptz not null default now(),
  primary key (visit, step)
);
create index marketing_steps_at on marketing_steps (at);

-- The click that an account came from, for the advertiser's own count; forgotten after ninety days.
create table marketing_origins (
  user_id uuid primary key references users (id),
  gclid text,
  wbraid text,
  gbraid text,
  vid text,
  at timestamptz not null default now()
);
create index marketing_origins_at on marketing_origins (at);

grant select, insert, update, delete on marketing_visits, marketing_steps, marketing_origins to wayfare_app;
