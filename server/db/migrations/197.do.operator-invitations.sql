-- Invited operators have no secret and no factor until they choose both by a link. Only the digest of its token is stored.
alter table operators
  add column invitation_hash bytea unique,
  -- Time when they first had a secret of their own; null: the account was never used, so its invitation can be renewed by one owner.
  add column accepted_at timestamptz;
update operators o set accepted_at = o.created_at
where not o.demo and (o.invited_until is null or exists (select from audit_log a where a.operator_id = o.id));

alter table operators drop constraint operators_check;
-- Owners have seen the secrets of accounts that are still invited, so these are invited anew.
delete from operator_sessions s using operators o where o.id = s.operator_id and o.invited_until is not null;
update operators set secret_hash = null, sealed_totp = null where invited_until is not null and not demo;

alter table operators
  add constraint operators_secret_and_factor check ((secret_hash is null) = (sealed_totp is null)),
  add constraint operators_demo check (not demo or (secret_hash is null and invitation_hash is null)),
  add constraint operators_invitation check (invitation_hash is null or (secret_hash is null and invited_until is not null));
