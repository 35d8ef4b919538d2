-- A code belongs to whom it was sent for: the ticket that asker holds, or else their device and network. Codes that others
-- ask for stand beside it, so that a stranger neither replaces the owner's code nor uses up its tries. It takes the place
-- of verification_codes, which the release before goes on using while it serves.
create table sent_codes (
  ticket bytea primary key,
  target bytea not null,
  asker bytea not null,
  code_hash bytea not null,
  -- With the ticket, and without.
  tries integer not null default 0,
  bare_tries integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sent_codes_target on sent_codes (target, asker, created_at desc);
create index sent_codes_expiry on sent_codes (expires_at);
grant select, insert, update, delete on sent_codes to wayfare_app;
