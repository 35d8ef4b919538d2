-- Where a link leads, which may change after it was printed, and since when it is archived: it works on, and is out of the way.
alter table affiliate_campaigns add column destination text not null default '/'
  check (destination in ('/', '/pricing', '/download', '/trial', '/group-buying', '/register'));
alter table affiliate_campaigns add column archived_at timestamptz;
-- By what name an affiliate greets who comes by a link; null: by none.
alter table affiliates add column greeting_name text;
