-- Which operator works on an item of the queue, and until when: it is free again by itself.
alter table review_items add column taken_by uuid, add column taken_until timestamptz;
