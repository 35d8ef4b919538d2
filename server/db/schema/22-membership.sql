-- Membership --------------------------------------------------------------------------------------------------------

-- Entry in the ledger of membership time: time granted, taken back or converted. Append-only. Each source and source
-- id grants time once.
create table membership_grants (
  id uuid primary key,
  user_id uuid not null references users (id),
  source text not null
    check (source in ('order', 'group', 'redeem', 'invite', 'trial', 'bonus', 'refund', 'operator', 'conversion',
      'import')),
  -- Idempotency key within the source, such as an order id.
  source_id text not null,
  seconds bigint not null check (seconds <> 0),
  reverses uuid references membership_grants (id),
  plan_months integer,
  max_devices integer,
  note text,
  granted_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Order in which the ledger was written and is read. Times do not suffice: a database transaction that waited for the
  -- lock has an earlier time than the one for which it waited.
  position bigint generated always as identity,
  -- Grant from which this row takes time, or to which it gives time converted to another number of devices. A
  -- conversion has a negative and a positive row, a partial refund only a negative one. These rows are no reversals,
  -- but the negative row may itself be reversed. Null for all other rows.
  converts uuid references membership_grants (id),
  check (converts is not null or (reverses is null) = (seconds > 0)),
  constraint membership_grants_converted check (source <> 'conversion' or converts is not null)
);
create index membership_grants_converts on membership_grants (converts) where converts is not null;
create index membership_grants_in_order on membership_grants (user_id, position);
create unique index membership_grants_once on membership_grants (source, source_id) where reverses is null;
create unique index membership_grants_reversed_once on membership_grants (reverses) where reverses is not null;

-- Current state of a user's membership: the sum of `membership_grants`, updated in the transaction that adds a grant.
-- Lock the row before changing the membership.
create table memberships (
  user_id uuid primary key references users (id),
  expires_at timestamptz,
  total_seconds bigint not null default 0,
  max_devices integer not null default 0,
  -- End of the last plan of at least twelve months, until which the member has benefits (`benefit_stock`). Null if
  -- none.
  yearly_until timestamptz,
  -- Value of `expires_at` for which the reminder 7 days before was sent; a changed expiry gets a new reminder.
  -- `told_day_before` and `told_end` do the same for the other two messages.
  told_week_before timestamptz,
  told_day_before timestamptz,
  told_end timestamptz,
  -- Number of changes to the user's access. A trigger increases it, so that no statement can forget to. Tunnel
  -- providers compare this number to find changes.
  version bigint not null default 1,
  -- Time from which only the free trial is left of the membership. Null if the last part of the time is no trial.
  trial_from timestamptz,
  -- Copy of `account_blocks.blocked_at`, kept by a trigger; `erased_at` is a copy of `account_deletions.erased_at`.
  -- Null if not blocked.
  blocked_at timestamptz,
  erased_at timestamptz
);
create index memberships_day_before on memberships (expires_at, user_id) where told_day_before is distinct from expires_at;
create index memberships_ended on memberships (expires_at, user_id) where told_end is distinct from expires_at;
-- Counts active memberships without reading the table.
create index memberships_ends on memberships (expires_at);
create index memberships_week_before on memberships (expires_at, user_id) where told_week_before is distinct from expires_at;

-- Trigger: marks the membership for delivery to all tunnel providers. Locks the providers, because a provider that is
-- removed at the same time would otherwise violate the foreign key and fail the purchase.
create function owe_tunnel_deliveries() returns trigger language plpgsql as $$
begin
  insert into tunnel_deliveries as d (user_id, provider, wanted, due_at, behind_since)
  select new.user_id, p.id, new.version, now(), now()
  from (select id from tunnel_providers order by id for key share) p
  on conflict (user_id, provider) do update
    set wanted = excluded.wanted, due_at = excluded.due_at, turn = d.turn + 1,
      behind_since = coalesce(d.behind_since, excluded.behind_since);
  return null;
end $$;

-- Trigger: increases the version of a membership whenever its terms change, and rejects a lower version.
create function raise_membership_version() returns trigger language plpgsql as $$
begin
  if (new.expires_at, new.max_devices, new.trial_from, new.blocked_at, new.erased_at)
      is distinct from (old.expires_at, old.max_devices, old.trial_from, old.blocked_at, old.erased_at) then
    new.version := greatest(new.version, old.version + 1);
  end if;
  if new.version < old.version then
    raise exception 'the version of a membership never falls';
  end if;
  return new;
end $$;

create trigger memberships_owed after update on memberships for each row
  when (old.version is distinct from new.version) execute function owe_tunnel_deliveries();

create trigger memberships_owed_first after insert on memberships for each row execute function owe_tunnel_deliveries();

create trigger memberships_version before update on memberships for each row execute function raise_membership_version();

grant select, insert, update, delete on memberships to wayfare_app;
grant select, insert on membership_grants to wayfare_app;

-- Trial -------------------------------------------------------------------------------------------------------------

-- Free trial of a user; each account has at most one. A trial requested on the website starts when an app first signs
-- in or fetches a subscription link, or lapses. `ends_at` is null until it starts.
create table trial_claims (
  user_id uuid primary key references users (id),
  claimed_at timestamptz not null default now(),
  ends_at timestamptz,
  -- Length of the trial, promised with the request. It may become longer when the trial starts, if the user turns out
  -- to be invited.
  minutes integer not null check (minutes > 0),
  lapses_at timestamptz not null,
  started_at timestamptz,
  -- True if unusually many trials were requested from this network on that day. An invited user then gets the longer
  -- trial only with a verified email address or phone number.
  is_crowded boolean not null default false
);
create index trial_claims_begun on trial_claims ((coalesce(started_at, claimed_at))) where ends_at is not null;

-- Device whose free trial is used up. The row outlives the account, so that deleting an account gives no second trial.
create table trial_devices (
  device_hash bytea primary key,
  used_at timestamptz not null default now(),
  -- Account whose trial used the device. The device may join this trial again, and no other. Null if the account is
  -- erased.
  user_id uuid references users (id)
);
create index trial_devices_user on trial_devices (user_id) where user_id is not null;

grant select, insert, update, delete on trial_claims, trial_devices to wayfare_app;
