create view order_labels as
select id, number, user_id, group_id, product_names, currency, total_minor, status, created_at, paid_at, standing_grant, goods_id,
  is_test
from orders;
