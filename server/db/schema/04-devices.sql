-- Device of an account. It takes one of the device slots that the plan allows. Devices stay when the plan ends.
create table devices (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Id that the app generated. Knowing it gives no access. Ids that begin with `link ` stand for third-party apps that
  -- use a subscription link.
  device_id text not null,
  os text not null check (os in ('ios', 'android', 'mac', 'windows', 'other')),
  os_version text,
  name text,
  registered_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  unique (user_id, device_id)
);
-- Finds accounts that share a device. Used at every registration by an app and every first purchase.
create index devices_device on devices (device_id);

-- Row that is locked while the devices of an account are counted and added, so that two sign-ins cannot take the same
-- last device slot.
create table device_lists (
  user_id uuid primary key references users (id)
);

-- Trigger: records a device as a risk signal whenever it is added or removed. Device ids are long and random, so
-- their digests need no key.
create function carry_device_to_signals() returns trigger language plpgsql as $$
begin
  insert into risk_signals (kind, digest, user_id, gone_at)
  values ('device', sha256(convert_to('device ' || coalesce(new.device_id, old.device_id), 'UTF8')),
    coalesce(new.user_id, old.user_id), case when tg_op = 'DELETE' then now() end)
  on conflict (kind, digest, user_id) do update set gone_at = excluded.gone_at;
  return coalesce(new, old);
end $$;

create function carry_devices_to_membership() returns trigger language plpgsql as $$
begin
  update memberships set version = version + 1 where user_id = coalesce(new.user_id, old.user_id);
  return coalesce(new, old);
end $$;

create trigger devices_carried after insert or delete on devices
  for each row execute function carry_devices_to_membership();

create trigger devices_signalled after insert or delete on devices
  for each row execute function carry_device_to_signals();

grant select, insert, update, delete on devices, device_lists to wayfare_app;
