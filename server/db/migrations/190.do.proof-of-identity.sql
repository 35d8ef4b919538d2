-- proved_at: when a password, passkey, sent code or second factor was last given in this session; null: never.
-- opened_from: the session that this one was opened from, whose proof and end it has. No foreign key, because both end together.
alter table sessions add column proved_at timestamptz, add column opened_from uuid;
-- A sign-in that stops for want of a device place goes on with the proof that it had.
alter table sign_in_steps add column proved_at timestamptz, add column opened_from uuid;
