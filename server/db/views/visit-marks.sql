create view visit_marks as
select campaign_id, at from marketing_visits where campaign_id is not null;
