create view inviter_counts as
select user_id, paid from inviter_totals;
