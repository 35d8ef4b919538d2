create view membership_ends as
select user_id, yearly_until, expires_at, total_seconds, max_devices from memberships;
