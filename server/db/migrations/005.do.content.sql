-- Texts --------------------------------------------------------------------------------------------------------------
-- What the operator writes: announcements, FAQ entries, legal texts, pages. A change is a new version; the newest one
-- counts, and a withdrawn one hides the text. Append-only, so that any wording of the past can be shown again.
create table content_texts (
  id uuid primary key,
  kind text not null check (kind in ('announcement', 'faq', 'clause', 'page')),
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
  unique (kind, slug, language, version)
);

-- Facts --------------------------------------------------------------------------------------------------------------
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
create table client_releases (
  platform text primary key check (platform in ('ios', 'android', 'mac', 'windows')),
  version text not null,
  released_on date not null,
  requires jsonb not null,
  url text not null,
  mirror_url text,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint check (size_bytes > 0),
  demo boolean not null default false
);
create table status_measurements (
  id text primary key,
  place jsonb not null,
  milliseconds integer not null check (milliseconds > 0),
  source text not null,
  measured_at timestamptz not null,
  demo boolean not null default false
);

grant select, insert on content_texts to wayfare_app;
grant select, insert, update, delete on testimonials, client_releases, status_measurements to wayfare_app;
