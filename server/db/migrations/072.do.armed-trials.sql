-- A trial that is asked for on the web waits: it runs from the first sign-in of an app, or lapses. Of one that waits ends_at is null;
-- of those of before, which ran at once, only the columns of before are known.
alter table trial_claims
  alter column ends_at drop not null,
  add column minutes integer check (minutes > 0),
  add column lapses_at timestamptz,
  add column started_at timestamptz,
  add constraint trial_claims_runs_or_waits check (ends_at is not null or (minutes is not null and lapses_at is not null));
