-- The range of a sign-in's network goes after a day; when, how and by what it was stays for the owner to recognise.
create index sign_in_events_networks on sign_in_events (at) where network <> 'forgotten';
update sign_in_events set network = 'forgotten' where at < now() - interval '1 day';
