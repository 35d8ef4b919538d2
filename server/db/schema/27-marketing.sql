-- Visit through a referral or advertising link, recorded only with the visitor's consent. Contains opaque ids and no IP
-- address. Deleted one day after the attribution period of the affiliate terms.
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
-- Finds visits with the same click id, to erase them together with an account. The other click ids have indexes for the
-- same purpose.
create index marketing_visits_gclid on marketing_visits (gclid) where gclid is not null;
create index marketing_visits_vid on marketing_visits (vid) where vid is not null;
create index marketing_visits_wbraid on marketing_visits (wbraid) where wbraid is not null;

-- Step that a recorded visit reached, such as the download page. Deleted with the visit.
create table marketing_steps (
  visit text not null references marketing_visits (visit) on delete cascade,
  step text not null check (step in ('download', 'checkout', 'sign_up_form')),
  at timestamptz not null default now(),
  primary key (visit, step)
);
create index marketing_steps_at on marketing_steps (at);

-- Advertising click ids of the visit from which an account was created, for reporting conversions to advertising
-- networks. Deleted after 90 days.
create table marketing_origins (
  user_id uuid primary key references users (id),
  -- Click id of Google Ads; `wbraid` and `gbraid` are its variants. `vid` is an opaque visitor id from the link. Null
  -- if not in the link.
  gclid text,
  wbraid text,
  gbraid text,
  vid text,
  at timestamptz not null default now()
);
create index marketing_origins_at on marketing_origins (at);

grant select, insert, update, delete on marketing_visits, marketing_steps, marketing_origins to wayfare_app;
