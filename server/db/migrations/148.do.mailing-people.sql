-- Whom a mailing found when it was approved: what its progress is a part of. Null: of the release before.
alter table mailings add column people integer check (people >= 0);
