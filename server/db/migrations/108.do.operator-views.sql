-- Addresses of the console that an operator keeps under a name: what is filtered stands in them. Shared: operators of at least the role of who made it find it, too.
create table operator_views (
  id uuid primary key,
  operator_id uuid not null references operators (id),
  name text not null check (length(name) between 1 and 60),
  address text not null check (length(address) <= 800),
  shared boolean not null default false,
  role text not null,
  made_at timestamptz not null default now()
);
create unique index operator_views_name on operator_views (operator_id, lower(name));
create index operator_views_shared on operator_views (made_at) where shared;
grant select, insert, update, delete on operator_views to wayfare_app;
