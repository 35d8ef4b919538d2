-- Members, counted every few minutes: half a million rows are too many to count for each page. The last count of a day stays.
create table daily_members (
  day date primary key,
  counted_at timestamptz not null,
  active integer not null,
  end_in_day integer not null,
  end_in_week integer not null,
  ended_in_week integer not null
);
grant select, insert, update on daily_members to wayfare_app;
