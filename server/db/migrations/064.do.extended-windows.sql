-- When the window of an order was extended for an attempt that was opened late; that happens once.
alter table orders add column extended_at timestamptz;
