-- Messages to people ---------------------------------------------------------------------------------------------------
-- What someone is told about their money or their account: facts in place of a sealed content, the address is looked up
-- when it leaves. An event is told once, held by the unique index as long as the row is kept. 'notice': there is no address,
-- the account area shows it; 'seen': it was put away there; 'stopped': a reminder to someone who wants none.
alter table outbox_messages
  add column user_id uuid references users (id),
  add column event text,
  add column facts jsonb,
  add constraint outbox_messages_event_of_user check ((user_id is null) = (event is null)),
  add constraint outbox_messages_facts_wait check (facts is null or status in ('waiting', 'notice')),
  drop constraint outbox_messages_status_check,
  add constraint outbox_messages_status_check
    check (status in ('waiting', 'sent', 'expired', 'refused', 'nothing', 'notice', 'seen', 'stopped'));
create unique index outbox_messages_event on outbox_messages (user_id, event);
create index outbox_messages_notices on outbox_messages (user_id, created_at) where status = 'notice';
-- What an event leaves is kept longer than other messages, and must not be in the way when those are forgotten.
drop index outbox_messages_finished;
create index outbox_messages_finished on outbox_messages (finished_at) where status <> 'waiting' and event is null;
create index outbox_messages_told on outbox_messages (finished_at) where status <> 'waiting' and event is not null;

-- Null: reminders are wanted.
alter table users add column reminders_stopped_at timestamptz;

-- Which end of a membership its owner was reminded of, 7 days and 1 day before and when it came. Another end is another event.
alter table memberships
  add column told_week_before timestamptz,
  add column told_day_before timestamptz,
  add column told_end timestamptz;
create index memberships_week_before on memberships (expires_at, user_id) where told_week_before is distinct from expires_at;
create index memberships_day_before on memberships (expires_at, user_id) where told_day_before is distinct from expires_at;
create index memberships_ended on memberships (expires_at, user_id) where told_end is distinct from expires_at;
