create view membership_ends as
select user_id, yearly_until, benefits_until from memberships;
