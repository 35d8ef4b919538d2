-- Nothing is approved before that: who took over an account changes the address first. Null: the address was never changed.
alter table affiliates add column payout_rests_until timestamptz;
