create view plan_orders as
select user_id, goods_id, paid_at from orders where paid_at is not null and status <> 'refunded' and not is_test;
