create table devices (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- What the app calls itself. A name, never a credential: knowing it opens nothing.
  device_id text not null,
  os text not null check (os in ('ios', 'android', 'mac', 'windows', 'other')),
  os_version text,
  name text,
  registered_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  unique (user_id, device_id)
);
-- One device of two accounts is looked for at every registration by an app and every first purchase.
create index devices_device on devices (device_id);

-- A person's devices are counted and added under the lock of this row: two sign-ins never take the same last place.
create table device_lists (
  user_id uuid primary key references users (id)
);

-- In the statement that adds or takes a device: no way around it. An id of a device is long and random; its digest
-- takes no key.
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
