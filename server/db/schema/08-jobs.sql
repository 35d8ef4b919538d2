-- Schedule of a recurring background job. The process that advances `next_run_at` enqueues the job, so that it runs
-- once for all processes.
create table job_schedules (
  kind text primary key,
  every_seconds integer not null check (every_seconds > 0),
  next_run_at timestamptz not null default now()
);

grant select, insert, update, delete on job_schedules to wayfare_app;

-- Finds jobs that wait for a retry by key, to avoid enqueueing a duplicate.
create index job_common_retrying on pgboss.job_common (name, singleton_key) where state = 'retry';

-- Job queues. Each has its own workers, so that slow work in one delays no other. `dead` keeps jobs that failed for
-- good until an operator has looked at them, for 90 days at most.
select pgboss.create_queue('dead', '{"policy": "standard", "retentionSeconds": 7776000, "deleteAfterSeconds": 604800}');
select pgboss.create_queue(lane, jsonb_build_object('policy', 'short', 'retryLimit', 19, 'retryDelay', 1, 'retryBackoff', true,
  'retryDelayMax', 300, 'heartbeatSeconds', 20, 'expireInSeconds', 180, 'retentionSeconds', 31536000, 'deleteAfterSeconds', 604800,
  'deadLetter', 'dead'))
from unnest(array['messages', 'settlement', 'receipts', 'alipay', 'wechat', 'unionpay', 'stripe',
  'epay1', 'epay2', 'epay3', 'crypto', 'housekeeping']) as lane;

select pgboss.create_queue('tunnels', '{"policy": "short", "retryLimit": 19, "retryDelay": 1, "retryBackoff": true, "retryDelayMax": 300,
  "heartbeatSeconds": 20, "expireInSeconds": 180, "retentionSeconds": 31536000, "deleteAfterSeconds": 3600, "deadLetter": "dead"}');

-- An export job may run for half an hour.
select pgboss.create_queue('exports', '{"policy": "short", "retryLimit": 5, "retryDelay": 1, "retryBackoff": true, "retryDelayMax": 300,
  "heartbeatSeconds": 20, "expireInSeconds": 1860, "retentionSeconds": 86400, "deleteAfterSeconds": 3600, "deadLetter": "dead"}');

select pgboss.create_queue('alerts', '{"policy": "short", "retryLimit": 5, "retryDelay": 1, "retryBackoff": true, "retryDelayMax": 60,
  "heartbeatSeconds": 20, "expireInSeconds": 120, "retentionSeconds": 86400, "deleteAfterSeconds": 3600, "deadLetter": "dead"}');

select pgboss.create_queue('mailings', '{"policy": "short", "retryLimit": 5, "retryDelay": 1, "retryBackoff": true, "retryDelayMax": 300,
  "heartbeatSeconds": 20, "expireInSeconds": 120, "retentionSeconds": 1209600, "deleteAfterSeconds": 3600, "deadLetter": "dead"}');

select pgboss.create_queue('webhooks', '{"policy": "short", "retryLimit": 5, "retryDelay": 1, "retryBackoff": true, "retryDelayMax": 300,
  "heartbeatSeconds": 20, "expireInSeconds": 120, "retentionSeconds": 86400, "deleteAfterSeconds": 3600, "deadLetter": "dead"}');

-- Drops the foreign keys from jobs to their queues. With them each new job would lock the row of its queue, and all
-- purchases share these few rows. They are not needed, because the application cannot delete a queue.
alter table pgboss.job_common drop constraint q_fkey, drop constraint dlq_fkey;

-- The application uses queues but may create neither queues nor tables.
revoke all on all functions in schema pgboss from public;
grant usage on schema pgboss to wayfare_app;
grant select, insert, update, delete on pgboss.job, pgboss.job_common to wayfare_app;
grant select on pgboss.version, pgboss.queue to wayfare_app;
-- pg-boss reads from this table which jobs wait for other jobs. No job of this product does.
grant select, delete on pgboss.job_dependency to wayfare_app;
grant update (flow_on, monitor_backoff_on) on pgboss.version to wayfare_app;
grant update (deferred_count, queued_count, ready_count, active_count, failed_count, total_count, ready_history, singletons_active,
  monitor_claim_on, monitor_on, maintain_on) on pgboss.queue to wayfare_app;
