-- Kind of benefit for members with a yearly plan, such as an account at a partner service.
create table benefit_kinds (
  kind text primary key check (kind ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  names jsonb not null,
  created_at timestamptz not null default now(),
  -- Time since which the benefit is no longer assigned; members who have one keep it. Null while it is assigned.
  ended_at timestamptz
);

-- Account at a partner service that is, or was, handed out to a member as a benefit. Its password is encrypted with
-- the deployment's secret key.
create table benefit_stock (
  id uuid primary key,
  kind text not null references benefit_kinds (kind),
  account text not null,
  sealed_password bytea not null,
  link text not null,
  imported_by text not null,
  imported_at timestamptz not null default now(),
  assigned_to uuid references users (id),
  assigned_at timestamptz,
  withdrawn_at timestamptz,
  -- True if this row returns a withdrawn account to circulation, which an operator must request explicitly. A trigger
  -- skips other rows whose account was imported before, because a former holder may know its password.
  is_return boolean not null default false,
  check ((assigned_to is null) = (assigned_at is null))
);
create index benefit_stock_accounts on benefit_stock (kind, account);
create index benefit_stock_free on benefit_stock (kind, imported_at, id) where assigned_to is null and withdrawn_at is null;
-- Allows an account to be in circulation only once. An account that returns gets a new row, so that the old one keeps
-- its former holder and password.
create unique index benefit_stock_in_circulation on benefit_stock (kind, account) where withdrawn_at is null;
create unique index benefit_stock_once on benefit_stock (assigned_to, kind) where assigned_to is not null and withdrawn_at is null;

-- Trigger: skips an imported account that is already known, whether in circulation or withdrawn.
create function leave_out_known_benefit() returns trigger language plpgsql as $$
begin
  if exists (select from benefit_stock b where b.kind = new.kind and b.account = new.account) then return null; end if;
  return new;
end $$;

create trigger benefits_known before insert on benefit_stock
  for each row when (not new.is_return) execute function leave_out_known_benefit();

grant select, insert, update, delete on benefit_kinds, benefit_stock to wayfare_app;
