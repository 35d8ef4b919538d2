create view attempt_orders as
select id, order_id from payment_attempts;
