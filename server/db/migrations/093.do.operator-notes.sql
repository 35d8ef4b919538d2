-- What operators write down about a person or an order, for each other alone. A row is struck, not rewritten; it goes with the person.
create table operator_notes (
  id uuid primary key,
  at timestamptz not null default now(),
  -- As the audit log names it: `user 482019337`, `order 7BRT-E1QK`.
  subject text not null,
  text text not null check (length(text) between 1 and 2000),
  written_by text not null,
  written_by_id uuid not null references operators (id),
  struck_at timestamptz,
  struck_by text,
  check ((struck_at is null) = (struck_by is null))
);
create index operator_notes_subject on operator_notes (subject, at desc, id desc);
grant select, insert, delete on operator_notes to wayfare_app;
grant update (struck_at, struck_by) on operator_notes to wayfare_app;
