-- Notifications of an attempt, and those of none. By itself, so that no other table waits while this one is read.
create index provider_events_linked on provider_events (attempt_id) where attempt_id is not null;
create index provider_events_unlinked on provider_events (received_at, id) where attempt_id is null;
