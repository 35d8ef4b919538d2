-- A transfer that cannot be counted waits for a try of its own, and holds up no other.
alter table chain_transfers
  -- Since when it is deep enough to count; null: not yet.
  add column due_at timestamptz,
  add column failures integer not null default 0 check (failures >= 0),
  -- Not tried again before; null: at once.
  add column try_after timestamptz;
-- When all that was due on a network was last gone through, and when something last counted.
alter table chain_cursors
  add column tried_at timestamptz not null default now(),
  add column counted_at timestamptz;
