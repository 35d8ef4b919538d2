-- What one operator prepared and another decides: the command as it was typed, what stood in the files that it names, and what
-- it would have done then.
create table operator_proposals (
  id uuid primary key,
  action text not null,
  options jsonb not null,
  files jsonb not null,
  -- Why it takes a second person.
  why text not null,
  preview text not null,
  prepared_by uuid not null references operators (id),
  prepared_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'done', 'failed', 'refused')),
  decided_by uuid references operators (id),
  decided_at timestamptz,
  note text,
  check ((state = 'open') = (decided_at is null) and (decided_by is null) = (decided_at is null))
);
create index operator_proposals_open on operator_proposals (id) where state = 'open';
grant select, insert, update on operator_proposals to wayfare_app;
