-- Since when a provider has not answered, as a process that runs jobs has last seen it; null: it answers.
create table provider_health (
  provider text primary key,
  silent_since timestamptz,
  changed_at timestamptz not null default now()
);
grant select, insert, update on provider_health to wayfare_app;
