-- Content -----------------------------------------------------------------------------------------------------------

create sequence content_draft_versions as integer;

-- What the operator writes: announcements, FAQ entries, legal texts, pages. A change is a new version; the newest one
-- counts, and a withdrawn one hides the text. Append-only, so that any wording of the past can be shown again.
create table content_texts (
  id uuid primary key,
  kind text not null check (kind in ('announcement', 'faq', 'clause', 'page', 'mail')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  language text not null check (language in ('en', 'zh-CN')),
  version integer not null check (version > 0),
  title text not null,
  -- What differs by kind: summary, category, place in it.
  details jsonb not null,
  markdown text not null,
  html text not null,
  published_on date not null,
  demo boolean not null default false,
  withdrawn boolean not null default false,
  operator text not null,
  created_at timestamptz not null default now(),
  -- A version may begin to hold later, and an announcement may end: what is public is decided when it is read.
  holds_from timestamptz,
  shown_until timestamptz,
  unique (kind, slug, language, version)
);

-- What operators write before it is public: one draft of a text, in both languages. Each save names the version it is
-- based on.
create table content_drafts (
  kind text not null check (kind in ('announcement', 'faq', 'clause', 'page', 'mail')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  version integer not null default nextval('content_draft_versions'),
  -- The newest versions, in English and Chinese, on which it was begun; 0 where there was none.
  base_en integer not null,
  base_zh integer not null,
  fields jsonb not null,
  -- Everyone who saved it, the last one last.
  writers text[] not null,
  saved_at timestamptz not null default now(),
  primary key (kind, slug)
);

-- Each with its source and date: nothing is claimed that nobody measured or said.
create table testimonials (
  id text primary key,
  months integer not null check (months > 0),
  texts jsonb not null,
  authors jsonb not null,
  source text not null,
  said_on date not null,
  demo boolean not null default false
);

-- Every release of an app that was ever offered, so that one is withdrawn and brought back by itself.
-- `client_releases` holds what is offered now.
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
  -- Which row of the history is offered now.
  history_id uuid references client_history (id)
);

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
