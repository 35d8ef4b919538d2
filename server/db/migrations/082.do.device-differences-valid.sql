-- What 073 only asked of new orders holds for all.
alter table orders validate constraint orders_difference_check;
