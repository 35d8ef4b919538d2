-- The answer with a new token may get lost. The salt makes the same one again out of the old token, which only the caller
-- has; it does so until the new one was used for the first time.
alter table session_tokens add column successor_salt bytea, add column first_used_at timestamptz;

-- Whose trial used the device up, while that account stands: a device may come back to its own trial, and to no other.
alter table trial_devices add column user_id uuid references users (id);
create index trial_devices_user on trial_devices (user_id) where user_id is not null;
update trial_devices t set user_id = c.user_id from trial_claims c join devices d on d.user_id = c.user_id
where t.device_hash = sha256(convert_to('trial ' || d.device_id, 'utf8')) and t.used_at = c.claimed_at;

-- After a reset by a code to an address, codes that were printed before are a second factor at most.
alter table recovery_codes add column opens_password boolean not null default true;

-- Successes and refusals are listed apart, so that a flood of the one hides nothing of the other.
create index sign_in_events_result on sign_in_events (user_id, result, at desc);
drop index sign_in_events_user;
