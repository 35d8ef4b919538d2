-- Membership time that a refund of a part of the money takes back once it is done. 0: the time stays, or all of it goes.
alter table refunds add column take_seconds bigint not null default 0;
