-- A panel is compared with what it was told, says by itself that something changed, and counts traffic ------------------------
alter table tunnel_deliveries
  -- The newest message of the panel's own about this person: older ones and the same again are no news.
  add column said_at timestamptz,
  -- Its count of bytes at the last look; null before the first.
  add column counted bigint,
  -- Nothing has written it.
  drop column seen_at;
