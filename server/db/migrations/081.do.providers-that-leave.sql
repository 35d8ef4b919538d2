-- A provider that is being removed is waited for, and then owed nothing. Without the lock it was still seen, its row was refused by
-- the reference, and with it the purchase or whatever else changed the membership.
create or replace function owe_tunnel_deliveries() returns trigger language plpgsql as $$
begin
  insert into tunnel_deliveries as d (user_id, provider, wanted, due_at, behind_since)
  select new.user_id, p.id, new.version, now(), now()
  from (select id from tunnel_providers order by id for key share) p
  on conflict (user_id, provider) do update
    set wanted = excluded.wanted, due_at = excluded.due_at, turn = d.turn + 1,
      behind_since = coalesce(d.behind_since, excluded.behind_since);
  return null;
end $$;
-- Removing a provider, and counting who is open there, read its rows alone.
create index tunnel_deliveries_provider on tunnel_deliveries (provider);
