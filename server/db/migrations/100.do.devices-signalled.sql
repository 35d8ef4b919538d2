-- In a file of its own: while all devices are read, the lock that the trigger took is free again.
insert into risk_signals (kind, digest, user_id)
select distinct 'device', sha256(convert_to('device ' || device_id, 'UTF8')), user_id from devices
on conflict do nothing;
