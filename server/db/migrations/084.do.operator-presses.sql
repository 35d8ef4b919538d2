-- One press of a button does one thing, however often the browser sends it. Kept for a day.
create table operator_presses (
  key uuid primary key,
  operator_id uuid not null references operators (id),
  pressed_at timestamptz not null default now()
);
create index operator_presses_pressed on operator_presses (pressed_at);
grant select, insert, delete on operator_presses to wayfare_app;
