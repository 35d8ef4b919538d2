-- Who paid for an account that is erased, without the account: a discount for a first purchase is given once to a payer.
create table former_payers (
  payer bytea primary key check (octet_length(payer) = 32),
  -- Days and no more: a time to the microsecond would name the order.
  first_paid_on date not null,
  last_paid_on date not null
);
create index former_payers_age on former_payers (last_paid_on);
grant select, insert, update, delete on former_payers to wayfare_app;
