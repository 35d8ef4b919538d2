-- What two accounts may share, as digests: facts, no verdicts. They outlive what they were read from, so that taking a device off an
-- account does not hide that it was there.
create table risk_signals (
  kind text not null check (kind in ('device', 'network', 'network_wide', 'network_widest', 'payout')),
  digest bytea not null check (octet_length(digest) = 32),
  user_id uuid not null references users (id),
  -- Since when it is no longer so; null: it still is.
  gone_at timestamptz,
  primary key (kind, digest, user_id)
);
create index risk_signals_user on risk_signals (user_id);
create index risk_signals_gone on risk_signals (gone_at) where gone_at is not null;
grant select, insert, update, delete on risk_signals to wayfare_app;

-- In the statement that adds or takes a device: no way around it. An id of a device is long and random; its digest takes no key.
create function carry_device_to_signals() returns trigger language plpgsql as $$
begin
  insert into risk_signals (kind, digest, user_id, gone_at)
  values ('device', sha256(convert_to('device ' || coalesce(new.device_id, old.device_id), 'UTF8')),
    coalesce(new.user_id, old.user_id), case when tg_op = 'DELETE' then now() end)
  on conflict (kind, digest, user_id) do update set gone_at = excluded.gone_at;
  return coalesce(new, old);
end $$;
create trigger devices_signalled after insert or delete on devices
  for each row execute function carry_device_to_signals();
