-- Outside a transaction, each statement by itself.
-- The list of orders by what few of them have: a state that passes or is seldom, a method, a plan. Most are paid, expired or cancelled, and found
-- among the newest without one. People buy while they are built.
drop index concurrently if exists orders_seldom;
create index concurrently orders_seldom on orders (status, created_at, id)
  where status in ('created', 'awaiting_payment', 'refunding', 'refunded', 'partially_refunded', 'review');
drop index concurrently if exists orders_by_method;
create index concurrently orders_by_method on orders (method, created_at, id);
drop index concurrently if exists orders_by_plan;
create index concurrently orders_by_plan on orders (goods_id, created_at, id);
-- Whom news may reach, a page at a time, among everyone else.
drop index concurrently if exists users_news;
create index concurrently users_news on users (id) where news_since is not null;
