-- Since when no one is given a benefit any more. Who has one keeps it.
alter table benefit_kinds add column ended_at timestamptz;
