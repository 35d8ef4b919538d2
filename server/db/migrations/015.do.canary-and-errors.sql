-- Canary -------------------------------------------------------------------------------------------------------------
-- Statements that the operator signed outside; text is kept to the byte, because the signature is over its bytes.
-- Append-only: what was once stated stays stated.
create table canary_statements (
  id uuid primary key,
  statement_on date not null,
  text text not null,
  signature bytea not null check (octet_length(signature) = 64),
  operator text not null,
  published_at timestamptz not null default now()
);
create index canary_statements_newest on canary_statements (statement_on desc, published_at desc);
grant select, insert on canary_statements to wayfare_app;

-- Errors -------------------------------------------------------------------------------------------------------------
-- What went wrong in browsers and on the server, one row for each distinct error. Nothing personal: no address, no
-- account, no query. A row goes 30 days after it was last seen.
create table error_reports (
  fingerprint bytea primary key check (octet_length(fingerprint) = 32),
  side text not null check (side in ('browser', 'server', 'job')),
  message text not null check (length(message) <= 300),
  stack text not null check (length(stack) <= 4000),
  -- The page, call or job in which it was seen last: a pattern or a path, never a query.
  place text not null check (length(place) <= 200),
  seen bigint not null default 1 check (seen > 0),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index error_reports_newest on error_reports (last_seen_at desc);
create index error_reports_first_seen on error_reports (first_seen_at);
grant select, insert, update, delete on error_reports to wayfare_app;
