-- Nodes of our own, and the links by which apps reach them.
create table tunnel_nodes (
  number integer generated always as identity primary key,
  name text not null unique,
  -- Nodes of one group know the same credentials, and no other group's.
  node_group text not null,
  protocol text not null check (protocol in ('vless', 'trojan', 'shadowsocks')),
  host text not null,
  port integer not null check (port between 1 and 65535),
  serves text not null check (serves in ('paid', 'trial', 'both')),
  -- Sealed with the deployment's secret key: there are private keys in it.
  sealed_settings bytea not null,
  -- Digests. Of two that are valid while one takes the place of the other the newer is the first.
  token_hash bytea not null unique,
  former_token_hash bytea unique,
  -- None: from anywhere.
  allowed_networks text[] not null default '{}',
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  -- What the node says of itself.
  seen_at timestamptz,
  cpu_percent real,
  memory_percent real,
  -- The last report of traffic: a broken connection repeats it.
  push_digest bytea,
  pushed_at timestamptz
);

-- One app on one device. The credential and the token follow from number and generation, and are kept nowhere.
create table tunnel_links (
  number bigint generated always as identity (start with 1001) primary key,
  user_id uuid not null references users (id),
  -- A link takes a device's place, and goes with it.
  device_id uuid not null unique references devices (id) on delete cascade,
  generation integer not null default 1,
  token_hash bytea not null unique,
  made_at timestamptz not null default now(),
  seen_at timestamptz
);
create index tunnel_links_user on tunnel_links (user_id);

create table tunnel_usage (
  user_id uuid not null references users (id),
  day date not null,
  up bigint not null default 0,
  down bigint not null default 0,
  primary key (user_id, day)
);
create index tunnel_usage_day on tunnel_usage (day);

-- From how many addresses a link is in use right now. A crash of the database empties it, and minutes later it is whole again.
create unlogged table tunnel_online (
  number bigint not null,
  node integer not null,
  ip_digest bytea not null,
  seen_at timestamptz not null default now(),
  primary key (number, node, ip_digest)
);
create index tunnel_online_seen on tunnel_online (seen_at);

grant select, insert, update on tunnel_nodes to wayfare_app;
grant select, insert, update, delete on tunnel_links, tunnel_usage, tunnel_online to wayfare_app;
