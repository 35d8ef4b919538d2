create view entitlement_terms as
select user_id, version, expires_at, max_devices, trial_from, blocked_at, erased_at from memberships;
