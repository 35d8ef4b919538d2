create view last_seen as
select user_id, last_seen_at from sessions where ended_at is null;
