-- Delivery to panels and receivers -------------------------------------------------------------------------------------
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
  revision int not null default 1,
  -- Those who were members before the provider was: how far they have their row. Null in `filled_at` while that goes on. It begins
  -- once every transaction below `fill_after` has ended, because one of those may have looked before the provider was there.
  fill_after bigint,
  filled_to uuid not null default '00000000-0000-0000-0000-000000000000',
  filled_at timestamptz,
  added_at timestamptz not null default now(),
  -- What the last comparison found, and since when closures wait for a person.
  compared_at timestamptz,
  comparison jsonb,
  held_since timestamptz
);
grant select, insert, update, delete on tunnel_providers to wayfare_app;

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
  failures int not null default 0,
  -- A try had no answer: it may still come true, so that the next success is told once more.
  unsure boolean not null default false,
  -- Look first, and tell only where it is not so.
  look boolean not null default false,
  drop_wanted boolean not null default false,
  revoke_wanted boolean not null default false,
  error text,
  -- What the last comparison found to be other than told, and when it saw the person there.
  drift text,
  seen_at timestamptz,
  primary key (user_id, provider)
);
create index tunnel_deliveries_due on tunnel_deliveries (provider, due_at) where due_at is not null;
create index tunnel_deliveries_behind on tunnel_deliveries (provider, behind_since) where behind_since is not null;
create index tunnel_deliveries_subject on tunnel_deliveries (provider, subject) where subject is not null;
create index tunnel_deliveries_drift on tunnel_deliveries (provider, user_id) where drift is not null;
grant select, insert, update, delete on tunnel_deliveries to wayfare_app;

-- In the very transaction that changes what a person may use: what is told is a state, so that one row says what is owed.
create function owe_tunnel_deliveries() returns trigger language plpgsql as $$
begin
  insert into tunnel_deliveries as d (user_id, provider, wanted, due_at, behind_since)
  select new.user_id, p.id, new.version, now(), now() from tunnel_providers p order by p.id
  on conflict (user_id, provider) do update
    set wanted = excluded.wanted, due_at = excluded.due_at, turn = d.turn + 1,
      behind_since = coalesce(d.behind_since, excluded.behind_since);
  return null;
end $$;
create trigger memberships_owed_first after insert on memberships for each row execute function owe_tunnel_deliveries();
create trigger memberships_owed after update on memberships for each row
  when (old.version is distinct from new.version) execute function owe_tunnel_deliveries();

-- A lane of its own: a slow panel keeps no payment and no mail waiting.
select pgboss.create_queue('tunnels', '{"policy": "short", "retryLimit": 19, "retryDelay": 1, "retryBackoff": true, "retryDelayMax": 300,
  "heartbeatSeconds": 20, "expireInSeconds": 180, "retentionSeconds": 31536000, "deleteAfterSeconds": 3600, "deadLetter": "dead"}');
