create table benefit_kinds (
  kind text primary key check (kind ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  names jsonb not null,
  created_at timestamptz not null default now(),
  -- Since when no one is given a benefit any more. Who has one keeps it.
  ended_at timestamptz
);

-- One row is one account to hand out. What opens it is sealed with the deployment's key.
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
  -- An account that was withdrawn is given again only where who imports says that it returns. The release before does
  -- not know of that, and has no unique account any more to stop it: what it adds of an account that was there once
  -- is left out, as it was before.
  is_return boolean not null default false,
  check ((assigned_to is null) = (assigned_at is null))
);
create index benefit_stock_accounts on benefit_stock (kind, account);
create index benefit_stock_free on benefit_stock (kind, imported_at, id) where assigned_to is null and withdrawn_at is null;
-- An account that was withdrawn and comes back gets a row of its own: the one of before goes on knowing who had it,
-- and with which password.
create unique index benefit_stock_in_circulation on benefit_stock (kind, account) where withdrawn_at is null;
create unique index benefit_stock_once on benefit_stock (assigned_to, kind) where assigned_to is not null and withdrawn_at is null;

create function leave_out_known_benefit() returns trigger language plpgsql as $$
begin
  if exists (select from benefit_stock b where b.kind = new.kind and b.account = new.account) then return null; end if;
  return new;
end $$;

create trigger benefits_known before insert on benefit_stock
  for each row when (not new.is_return) execute function leave_out_known_benefit();

grant select, insert, update, delete on benefit_kinds, benefit_stock to wayfare_app;
