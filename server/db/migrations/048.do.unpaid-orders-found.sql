-- Orders that ended unpaid, the oldest first. By itself, so that no other table waits while this one is read.
create index orders_unpaid on orders (payable_until, id) where status in ('cancelled', 'expired') and paid_at is null;
