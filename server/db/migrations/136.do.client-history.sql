-- Every release of an app that was ever offered, so that one is withdrawn and brought back by itself. `client_releases` holds what is offered now.
create table client_history (
  id uuid primary key default gen_random_uuid(),
  platform text not null check (platform in ('ios', 'android', 'mac', 'windows')),
  version text not null,
  released_on date not null,
  requires jsonb not null,
  url text not null,
  mirror_url text,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint check (size_bytes > 0),
  demo boolean not null default false,
  operator text not null,
  published_at timestamptz not null default now()
);
create index client_history_newest on client_history (published_at desc, id desc);
insert into client_history (platform, version, released_on, requires, url, mirror_url, sha256, size_bytes, demo, operator)
  select platform, version, released_on, requires, url, mirror_url, sha256, size_bytes, demo, 'an earlier release' from client_releases;
grant select, insert on client_history to wayfare_app;

-- Which row of the history is offered now.
alter table client_releases add column history_id uuid references client_history (id);
update client_releases r set history_id = h.id from client_history h where h.platform = r.platform;
