-- More devices for time that is left: which pieces of it an order raises, as they were when it was made. Its months are 0.
alter table orders add column difference jsonb;
alter table orders add constraint orders_difference_check check (difference is null or (months = 0 and bonus_days = 0 and group_id is null)) not valid;
