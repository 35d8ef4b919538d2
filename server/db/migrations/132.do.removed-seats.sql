-- An operator removes someone from a group. In one that is complete the seat stays, without its time: `removed`, which no money that
-- is stated later undoes. Who was removed takes no seat of that group again.
alter table groups add column removed_user_ids uuid[] not null default '{}';
alter table group_seats drop constraint group_seats_state_check;
alter table group_seats add constraint group_seats_state_check check (state in ('held', 'paid', 'lost', 'removed')) not valid;
