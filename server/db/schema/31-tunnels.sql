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

-- From how many addresses a link is in use right now. A crash of the database empties it, and minutes later it is
-- whole again.
create unlogged table tunnel_online (
  number bigint not null,
  node integer not null,
  ip_digest bytea not null,
  seen_at timestamptz not null default now(),
  primary key (number, node, ip_digest)
);
create index tunnel_online_seen on tunnel_online (seen_at);

-- Who opens tunnels for us besides our own nodes: a panel with an API, or a receiver of webhooks.
create table tunnel_providers (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{0,30}$'),
  kind text not null check (kind in ('remnawave', 'marzban', 'webhook')),
  -- 'trial', 'paid', both, or none: then everyone is closed there.
  serves text[] not null check (serves <@ array['trial', 'paid']),
  -- Address, tokens and secrets, sealed under the deployment's key.
  settings bytea not null,
  feed_token_digest bytea unique,
  -- Raised by every change of what stands above.
  revision integer not null default 1,
  -- Those who were members before the provider was: how far they have their row. Null in `filled_at` while that goes
  -- on. It begins once every transaction below `fill_after` has ended, because one of those may have looked before
  -- the provider was there.
  fill_after bigint,
  filled_to uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  filled_at timestamptz,
  added_at timestamptz not null default now(),
  -- What the last comparison found, and since when closures wait for a person.
  compared_at timestamptz,
  comparison jsonb,
  held_since timestamptz
);

-- What each of them was told last about each person. Only what is due is looked for, by the index.
create table tunnel_deliveries (
  user_id uuid not null references memberships (user_id),
  provider text not null references tunnel_providers (id) on delete cascade,
  -- The version of the membership that is to be told, and the one that was.
  wanted bigint not null,
  applied bigint not null default 0,
  -- What the provider knows the person by; null where it knows no such person.
  subject text,
  external_id text,
  -- Whether their tunnel is open there, as far as was told.
  is_open boolean not null default false,
  -- Null: nothing to do until something changes.
  due_at timestamptz,
  -- Raised by everything that makes it due, so that a delivery that runs meanwhile does not take that for its own.
  turn bigint not null default 0,
  -- Since when the provider is behind.
  behind_since timestamptz,
  claim uuid,
  claimed_until timestamptz,
  failures integer not null default 0,
  -- A try had no answer: it may still come true, so that the next success is told once more.
  unsure boolean not null default false,
  -- Look first, and tell only where it is not so.
  look boolean not null default false,
  drop_wanted boolean not null default false,
  revoke_wanted boolean not null default false,
  error text,
  -- What the last comparison found to be other than told, and when it saw the person there.
  drift text,
  -- The newest message of the panel's own about this person: older ones and the same again are no news.
  said_at timestamptz,
  -- Its count of bytes at the last look; null before the first.
  counted bigint,
  primary key (user_id, provider)
);
create index tunnel_deliveries_behind on tunnel_deliveries (provider, behind_since) where behind_since is not null;
create index tunnel_deliveries_drift on tunnel_deliveries (provider, user_id) where drift is not null;
create index tunnel_deliveries_due on tunnel_deliveries (provider, due_at) where due_at is not null;
-- Removing a provider, and counting who is open there, read its rows alone.
create index tunnel_deliveries_provider on tunnel_deliveries (provider);
create index tunnel_deliveries_subject on tunnel_deliveries (provider, subject) where subject is not null;

grant select, insert, update, delete on tunnel_links, tunnel_usage, tunnel_online, tunnel_providers, tunnel_deliveries
to wayfare_app;
grant select, insert, update on tunnel_nodes to wayfare_app;
grant usage on sequence tunnel_links_number_seq to wayfare_app;
