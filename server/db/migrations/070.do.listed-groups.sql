-- Groups that their creators let anyone find. Those that leave first come first.
alter table groups add column listed boolean not null default false;
create index groups_listed on groups (expires_at, id) where listed and status = 'unfinished';
