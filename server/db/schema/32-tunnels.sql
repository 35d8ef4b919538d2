-- Tunnel server operated by this deployment. A node that is no longer used is disabled, and can then be removed.
create table tunnel_nodes (
  number integer generated always as identity primary key,
  name text not null unique,
  -- Group of nodes that share the same credentials. Groups have unrelated credentials, so that a stolen node exposes
  -- its own group only.
  node_group text not null,
  protocol text not null check (protocol in ('vless', 'trojan', 'shadowsocks')),
  host text not null,
  port integer not null check (port between 1 and 65535),
  serves text not null check (serves in ('paid', 'trial', 'both')),
  sealed_settings bytea not null,
  token_hash bytea not null unique,
  -- Digest of the previous node token, which stays valid beside the new one; null if none.
  former_token_hash bytea unique,
  -- Digest of the token in the node's one-line install command; null if no such command is open. The token works once
  -- and expires.
  install_hash bytea unique,
  install_until timestamptz check ((install_until is null) = (install_hash is null)),
  allowed_networks text[] not null default '{}',
  -- Location as the site names it: ISO 3166 code of the country, and the city in both languages. Null if not named.
  country text check (country ~ '^[A-Z]{2}$'),
  city jsonb check (city is null or country is not null),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  seen_at timestamptz,
  -- Load that the node last reported, and when; null for what its program does not report.
  cpu_percent real,
  memory_percent real,
  disk_percent real,
  load_at timestamptz,
  -- Digest of the last traffic report. A node repeats a report if the connection breaks, and the repeat must not count.
  -- Null before the first report.
  push_digest bytea,
  pushed_at timestamptz,
  -- Bytes of members in the last traffic report, and the seconds since the report before; null after a node's first.
  pushed_bytes bigint,
  pushed_seconds real
);

-- Subscription link with which a third-party app uses the tunnels; it belongs to one device. Credential and token are
-- derived from the link's number and generation with the secret key. Neither is stored, only a digest of the token.
create table tunnel_links (
  number bigint generated always as identity (start with 1001) primary key,
  user_id uuid not null references users (id),
  -- Device whose slot the link uses. The link is deleted with the device.
  device_id uuid not null unique references devices (id) on delete cascade,
  generation integer not null default 1,
  token_hash bytea not null unique,
  made_at timestamptz not null default now(),
  seen_at timestamptz
);
create index tunnel_links_user on tunnel_links (user_id);

-- Subscription URL that a person had at the VPN panel that the shop used before. It leads to a link of ours, which is
-- made at the first use. Replacing or removing that link ends the old URL, too.
create table tunnel_old_links (
  -- SHA-256 digest of the token, which is random and long.
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  -- Device of the link to which the old URL leads. Null if it was not used yet.
  device_id uuid references devices (id) on delete cascade
);
create index tunnel_old_links_device on tunnel_old_links (device_id) where device_id is not null;
create index tunnel_old_links_user on tunnel_old_links (user_id);

-- Traffic of a user on a day (UTC), in bytes. Deleted after 60 days.
create table tunnel_usage (
  user_id uuid not null references users (id),
  day date not null,
  up bigint not null default 0,
  -- Bytes received. Includes all traffic through VPN panels, because panels do not report directions.
  down bigint not null default 0,
  primary key (user_id, day)
);
create index tunnel_usage_day on tunnel_usage (day);

-- Traffic that a node reported on a day (UTC), of all members, in bytes. Deleted after 60 days.
create table tunnel_node_days (
  node integer not null references tunnel_nodes (number) on delete cascade,
  day date not null,
  bytes bigint not null,
  primary key (node, day)
);
create index tunnel_node_days_day on tunnel_node_days (day);

-- IP address from which a link is in use now; limits concurrent use. Deleted after five minutes. Unlogged for speed:
-- after a crash the nodes fill the table again within minutes.
create unlogged table tunnel_online (
  number bigint not null,
  node integer not null,
  -- Keyed digest of the IP address, so that the table does not contain the address.
  ip_digest bytea not null,
  seen_at timestamptz not null default now(),
  primary key (number, node, ip_digest)
);
create index tunnel_online_seen on tunnel_online (seen_at);

-- External service that opens tunnels for our members, in addition to our own nodes: a VPN panel with an API, or a
-- receiver of webhooks.
create table tunnel_providers (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{0,30}$'),
  kind text not null check (kind in ('remnawave', 'marzban', 'webhook')),
  serves text[] not null check (serves <@ array['trial', 'paid']),
  -- URL, tokens and secrets of the provider, encrypted with the deployment's secret key.
  settings bytea not null,
  feed_token_digest bytea unique,
  revision integer not null default 1,
  -- Id of a database transaction. Existing members get their deliveries only after all database transactions below it
  -- have ended, because those may have started before the provider existed. Null if not determined yet.
  fill_after bigint,
  filled_to uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  filled_at timestamptz,
  added_at timestamptz not null default now(),
  compared_at timestamptz,
  comparison jsonb,
  -- Time since which corrections that would take access away at the provider wait for an operator, because so many at
  -- once indicate a restored backup. Null if none wait.
  held_since timestamptz
);

-- Delivery of a user's access to a tunnel provider: the state delivered last, and what is due. The user's current terms
-- are read from `memberships` when the delivery runs.
create table tunnel_deliveries (
  user_id uuid not null references memberships (user_id),
  provider text not null references tunnel_providers (id) on delete cascade,
  wanted bigint not null,
  applied bigint not null default 0,
  subject text,
  external_id text,
  is_open boolean not null default false,
  due_at timestamptz,
  -- Increased by every change that makes the delivery due, so that a running delivery does not mark a newer change as
  -- done.
  turn bigint not null default 0,
  behind_since timestamptz,
  claim uuid,
  claimed_until timestamptz,
  failures integer not null default 0,
  -- True if an attempt got no answer. That attempt may still take effect later, so the next success is delivered once
  -- more.
  unsure boolean not null default false,
  -- True if the next delivery first reads the user's state at the provider, and sends a change only if it differs.
  look boolean not null default false,
  drop_wanted boolean not null default false,
  revoke_wanted boolean not null default false,
  error text,
  -- Difference between the provider's state and the delivered state, found by the last comparison; null if none.
  drift text,
  -- Time of the newest webhook of the VPN panel about this user. Older and repeated webhooks are ignored.
  said_at timestamptz,
  -- Traffic counter of the VPN panel when last read, in bytes. Usage is the increase of this counter. Null if not read
  -- yet.
  counted bigint,
  primary key (user_id, provider)
);
create index tunnel_deliveries_behind on tunnel_deliveries (provider, behind_since) where behind_since is not null;
create index tunnel_deliveries_drift on tunnel_deliveries (provider, user_id) where drift is not null;
create index tunnel_deliveries_due on tunnel_deliveries (provider, due_at) where due_at is not null;
create index tunnel_deliveries_provider on tunnel_deliveries (provider);
create index tunnel_deliveries_subject on tunnel_deliveries (provider, subject) where subject is not null;

grant select, insert, update, delete on tunnel_links, tunnel_old_links, tunnel_usage, tunnel_node_days, tunnel_online, tunnel_providers, tunnel_deliveries
to wayfare_app;
grant select, insert, update, delete on tunnel_nodes to wayfare_app;
grant usage on sequence tunnel_links_number_seq to wayfare_app;
