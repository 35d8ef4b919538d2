-- Membership --------------------------------------------------------------------------------------------------------

-- Append-only ledger in seconds. A reversal is a negative row that names the grant it takes back.
create table membership_grants (
  id uuid primary key,
  user_id uuid not null references users (id),
  source text not null check (source in ('order', 'group', 'redeem', 'invite', 'trial', 'bonus', 'refund', 'operator', 'conversion')),
  source_id text not null,
  seconds bigint not null check (seconds <> 0),
  reverses uuid references membership_grants (id),
  plan_months integer,
  max_devices integer,
  note text,
  granted_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The order in which the ledger was written, under the lock of its membership. Times alone do not say it: a
  -- transaction that waited for that lock is older than what it waited for.
  position bigint generated always as identity,
  -- Time of one device class becomes time of another when somebody buys a plan of another size: what is left is taken
  -- out and comes back converted. Both rows name the grant whose time it was (converts); the row that takes out is no
  -- reversal, and may itself be reversed.
  converts uuid references membership_grants (id),
  check (converts is not null or (reverses is null) = (seconds > 0)),
  constraint membership_grants_converted check (source <> 'conversion' or converts is not null)
);
create index membership_grants_converts on membership_grants (converts) where converts is not null;
create index membership_grants_in_order on membership_grants (user_id, position);
create unique index membership_grants_once on membership_grants (source, source_id) where reverses is null;
create unique index membership_grants_reversed_once on membership_grants (reverses) where reverses is not null;

-- The fold of that ledger, kept in the transaction that appends to it; its row is the lock of a user's membership.
create table memberships (
  user_id uuid primary key references users (id),
  expires_at timestamptz,
  total_seconds bigint not null default 0,
  max_devices integer not null default 0,
  yearly_until timestamptz,
  benefits_until timestamptz,
  -- Which end of a membership its owner was reminded of, 7 days and 1 day before and when it came. Another end is
  -- another event.
  told_week_before timestamptz,
  told_day_before timestamptz,
  told_end timestamptz,
  -- The row of a membership says all of it, and counts its changes: anything that delivers it compares one number.
  -- The triggers below raise it, so that no statement can change what a person may use and leave it out.
  version bigint not null default 1,
  -- From when on nothing but the free trial is left; null where time of another kind comes last.
  trial_from timestamptz,
  blocked_at timestamptz,
  erased_at timestamptz
);
create index memberships_day_before on memberships (expires_at, user_id) where told_day_before is distinct from expires_at;
create index memberships_ended on memberships (expires_at, user_id) where told_end is distinct from expires_at;
-- How many members there are is counted in the index alone.
create index memberships_ends on memberships (expires_at);
create index memberships_week_before on memberships (expires_at, user_id) where told_week_before is distinct from expires_at;

-- A provider that is being removed is waited for, and then owed nothing. Without the lock it was still seen, its row
-- was refused by the reference, and with it the purchase or whatever else changed the membership.
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

create function raise_membership_version() returns trigger language plpgsql as $$
begin
  -- The release before moves the end and knows no trial: what it wrote counts as paid.
  if new.expires_at is distinct from old.expires_at and new.trial_from is not distinct from old.trial_from then
    new.trial_from := null;
  end if;
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

create table trial_claims (
  user_id uuid primary key references users (id),
  claimed_at timestamptz not null default now(),
  ends_at timestamptz,
  -- A trial that is asked for on the web waits: it runs from the first sign-in of an app, or lapses. Of one that
  -- waits ends_at is null; of those of before, which ran at once, only the columns of before are known.
  minutes integer check (minutes > 0),
  lapses_at timestamptz,
  started_at timestamptz,
  -- More trials than chance brings were asked for from this network on that day: an invited person's longer one takes
  -- an address.
  is_crowded boolean not null default false,
  constraint trial_claims_runs_or_waits check (ends_at is not null or (minutes is not null and lapses_at is not null))
);
create index trial_claims_begun on trial_claims ((coalesce(started_at, claimed_at))) where ends_at is not null;

-- Digest of a device id whose trial is used up. It outlives the account: deleting one gives no second trial.
create table trial_devices (
  device_hash bytea primary key,
  used_at timestamptz not null default now(),
  -- Whose trial used the device up, while that account stands: a device may come back to its own trial, and to no
  -- other.
  user_id uuid references users (id)
);
create index trial_devices_user on trial_devices (user_id) where user_id is not null;

grant select, insert, update, delete on trial_claims, trial_devices to wayfare_app;
