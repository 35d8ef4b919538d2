-- Content -----------------------------------------------------------------------------------------------------------

create sequence content_draft_versions as integer;

-- Version of a text written by the operator: announcement, FAQ entry, legal text, page or mail. The newest version
-- whose time has come is in force; a version marked as withdrawn hides the text. Append-only, so that any earlier text
-- can be shown.
create table content_texts (
  id uuid primary key,
  -- Kind of a text. `mail`: text that replaces the built-in text of a mail. `clause`: legal text.
  kind text not null check (kind in ('announcement', 'faq', 'clause', 'page', 'mail')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  language text not null check (language in ('en', 'zh-CN')),
  version integer not null check (version > 0),
  title text not null,
  details jsonb not null,
  markdown text not null,
  html text not null,
  published_on date not null,
  demo boolean not null default false,
  withdrawn boolean not null default false,
  operator text not null,
  created_at timestamptz not null default now(),
  holds_from timestamptz,
  shown_until timestamptz,
  unique (kind, slug, language, version)
);

-- Unpublished draft of a text in both languages; each text has at most one. Each save names the version that it
-- changes, so that nobody overwrites another operator's work.
create table content_drafts (
  kind text not null check (kind in ('announcement', 'faq', 'clause', 'page', 'mail')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  -- Number of the last save. It comes from one sequence for all drafts, so that a draft that is deleted and started
  -- again never repeats a version.
  version integer not null default nextval('content_draft_versions'),
  base_en integer not null,
  base_zh integer not null,
  fields jsonb not null,
  writers text[] not null,
  saved_at timestamptz not null default now(),
  primary key (kind, slug)
);

-- Customer quote on the website. Each has a source and a date, so that no quote is invented.
create table testimonials (
  id text primary key,
  months integer not null check (months > 0),
  texts jsonb not null,
  authors jsonb not null,
  source text not null,
  said_on date not null,
  demo boolean not null default false
);

-- Release of an app that was offered at some time. Append-only, so that each release can be withdrawn or offered again.
-- `client_releases` contains the current ones.
create table client_history (
  id uuid primary key default gen_random_uuid(),
  platform text not null check (platform in ('ios', 'android', 'mac', 'windows')),
  version text not null,
  released_on date not null,
  requires jsonb not null,
  url text not null,
  mirror_url text,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint check (size_bytes > 0),
  demo boolean not null default false,
  operator text not null,
  published_at timestamptz not null default now()
);
create index client_history_newest on client_history (published_at desc, id desc);

-- Release of an app that is offered for download now, one for each platform.
create table client_releases (
  platform text primary key check (platform in ('ios', 'android', 'mac', 'windows')),
  version text not null,
  released_on date not null,
  requires jsonb not null,
  url text not null,
  mirror_url text,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint check (size_bytes > 0),
  demo boolean not null default false,
  history_id uuid references client_history (id)
);

-- Measured latency from one location, shown on the website with its source and date.
create table status_measurements (
  id text primary key,
  place jsonb not null,
  milliseconds integer not null check (milliseconds > 0),
  source text not null,
  measured_at timestamptz not null,
  demo boolean not null default false
);

grant select, insert, update, delete on content_drafts, testimonials, client_releases, status_measurements to
wayfare_app;
grant select, insert on content_texts, client_history to wayfare_app;
grant usage on sequence content_draft_versions to wayfare_app;

-- Canary ------------------------------------------------------------------------------------------------------------

-- Warrant canary: a statement signed by the operator outside this system, and published on the website. Append-only,
-- so that no published statement can be changed.
create table canary_statements (
  id uuid primary key,
  statement_on date not null,
  -- Exact bytes that were signed. Any change, even of a space, invalidates the signature.
  text text not null,
  signature bytea not null check (octet_length(signature) = 64),
  operator text not null,
  published_at timestamptz not null default now()
);
create index canary_statements_newest on canary_statements (statement_on desc, published_at desc);

grant select, insert on canary_statements to wayfare_app;
