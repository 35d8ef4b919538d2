-- Whether a payment of the order was ever disputed, whichever it was and however that ended: on the first row of its commission.
alter table commissions add column is_disputed boolean not null default false;
grant update (is_disputed) on commissions to wayfare_app;
