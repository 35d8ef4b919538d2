-- A version may begin to hold later, and an announcement may end: what is public is decided when it is read.
alter table content_texts add column holds_from timestamptz, add column shown_until timestamptz;

-- Versions of all drafts: a text that is drafted anew begins where no tab of before can think that it knows it.
create sequence content_draft_versions as integer;

-- What operators write before it is public: one draft of a text, in both languages. Each save names the version it is based on.
create table content_drafts (
  kind text not null check (kind in ('announcement', 'faq', 'clause', 'page')),
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
grant select, insert, update, delete on content_drafts to wayfare_app;
grant usage on sequence content_draft_versions to wayfare_app;
