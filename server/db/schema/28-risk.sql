-- Trait that accounts may share, such as a device, payer or network, as a digest. It outlives its source, so that
-- removing a device does not hide that it was used. A former trait is deleted after 90 days, or after 180 if payments
-- depend on it.
create table risk_signals (
  kind text not null
    check (kind in ('device', 'payer', 'wallet', 'payout', 'network', 'network_wide', 'network_widest', 'passkey')),
  -- Keyed digest of the trait. Devices have a plain SHA-256 digest, because their ids are long and random.
  digest bytea not null check (octet_length(digest) = 32),
  user_id uuid not null references users (id),
  -- Time since which the account no longer has the trait; null while it has. For networks and passkey models, the time
  -- at which they were last seen.
  gone_at timestamptz,
  on_money boolean not null default false,
  primary key (kind, digest, user_id)
);
create index risk_signals_gone on risk_signals (gone_at) where gone_at is not null and not on_money;
create index risk_signals_on_money on risk_signals (gone_at) where on_money;
create index risk_signals_user on risk_signals (user_id);

-- Request to check a user for fraud. Triggers insert it together with the fact, so that no code path can forget it.
-- Rows are never updated, so that payments do not wait for each other.
create table risk_dues (
  id bigint generated always as identity primary key,
  user_id uuid not null
);

-- Risk case: related findings of possible fraud that are decided together. Deleted with its events 180 days after the
-- decision.
create table risk_cases (
  id uuid primary key,
  -- State of a risk case. `released`: the held rewards are released. `voided`: the rewards are revoked.
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

-- Finding of a fraud rule about a user, part of a risk case.
create table risk_events (
  id uuid primary key,
  case_id uuid not null references risk_cases (id),
  rule text not null,
  -- Effect of the fraud rule. `ask`: an operator is asked to decide. `hold`: the rewards are held as well.
  act text not null check (act in ('ask', 'hold')),
  terms_version integer not null,
  user_id uuid not null references users (id),
  inviter_id uuid references users (id),
  other_ids uuid[] not null,
  -- Month, for findings that may occur again; empty for findings that are reported once.
  period text not null,
  details jsonb not null,
  at timestamptz not null default now(),
  unique (rule, user_id, period)
);
create index risk_events_case on risk_events (case_id, at, id);
create index risk_events_inviter on risk_events (inviter_id);
create index risk_events_user on risk_events (user_id);

-- Trigger: requests a risk check of a user with a new device, payer or payout wallet address.
create function wish_look_at_signal() returns trigger language plpgsql as $$
begin
  insert into risk_dues (user_id) values (new.user_id);
  return new;
end $$;

create trigger signals_looked_at after insert on risk_signals
  for each row when (new.kind in ('device', 'payer', 'payout')) execute function wish_look_at_signal();

grant select, insert, update, delete on risk_signals, risk_cases, risk_events to wayfare_app;
grant select, insert, delete on risk_dues to wayfare_app;
