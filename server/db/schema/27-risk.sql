-- What two accounts may share, as digests: facts, no verdicts. They outlive what they were read from, so that taking
-- a device off an account does not hide that it was there.
create table risk_signals (
  kind text not null check (kind in ('device', 'payer', 'wallet', 'payout', 'network', 'network_wide', 'network_widest', 'passkey')),
  digest bytea not null check (octet_length(digest) = 32),
  user_id uuid not null references users (id),
  -- Since when it is no longer so; null: it still is.
  gone_at timestamptz,
  on_money boolean not null default false,
  primary key (kind, digest, user_id)
);
create index risk_signals_gone on risk_signals (gone_at) where gone_at is not null and not on_money;
create index risk_signals_on_money on risk_signals (gone_at) where on_money;
create index risk_signals_user on risk_signals (user_id);

-- Whom to look at again, in the statement that states a new fact: no way around it, and no trip of its own. A list
-- that is only added to, so that no payment waits for another; the look takes what it has seen out of it.
create table risk_dues (
  id bigint generated always as identity primary key,
  user_id uuid not null
);

-- Events of one cluster stand in one case, and are decided together.
create table risk_cases (
  id uuid primary key,
  state text not null default 'open' check (state in ('open', 'released', 'voided')),
  opened_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  reason text,
  check ((state = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (reason is null))
);
create index risk_cases_decided on risk_cases (decided_at) where state <> 'open';
create index risk_cases_open on risk_cases (id) where state = 'open';

create table risk_events (
  id uuid primary key,
  case_id uuid not null references risk_cases (id),
  rule text not null,
  act text not null check (act in ('ask', 'hold')),
  terms_version integer not null,
  user_id uuid not null references users (id),
  inviter_id uuid references users (id),
  other_ids uuid[] not null,
  -- What may happen again is told once a month; '' for what is told once.
  period text not null,
  details jsonb not null,
  at timestamptz not null default now(),
  unique (rule, user_id, period)
);
create index risk_events_case on risk_events (case_id, at, id);
create index risk_events_inviter on risk_events (inviter_id);
create index risk_events_user on risk_events (user_id);

create function wish_look_at_signal() returns trigger language plpgsql as $$
begin
  insert into risk_dues (user_id) values (new.user_id);
  return new;
end $$;

create trigger signals_looked_at after insert on risk_signals
  for each row when (new.kind in ('device', 'payer', 'payout')) execute function wish_look_at_signal();

grant select, insert, update, delete on risk_signals, risk_cases, risk_events to wayfare_app;
grant select, insert, delete on risk_dues to wayfare_app;
