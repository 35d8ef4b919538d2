-- Transfers to addresses of ours that answer no quote, counted by network and day (UTC): anyone can make a token and send it
-- around, so not each of them comes before a person by itself.
create table stray_days (
  network text not null,
  day date not null,
  -- Of tokens that are not taken, at addresses without an order.
  invented bigint not null,
  -- Of tokens that are taken, at addresses without an order.
  known bigint not null,
  -- Of tokens that are taken, at the address of an order that was asked for something else, beyond its first ones.
  of_orders bigint not null,
  primary key (network, day)
);
grant select, insert, update, delete on stray_days to wayfare_app;
