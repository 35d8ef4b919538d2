-- The number of a link is drawn before its row is written: the digest of its token follows from it.
grant usage on sequence tunnel_links_number_seq to wayfare_app;
