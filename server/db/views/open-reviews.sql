create view open_reviews as
select r.order_id, e.provider, e.event_id
from review_items r left join provider_events e on e.id = r.provider_event_id
where r.resolved_at is null;
