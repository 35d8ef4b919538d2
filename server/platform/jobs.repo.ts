import type { Queryable } from './database.ts'
import type { Lane } from './job-lanes.ts'
import { sql } from './sql.ts'

type NewJob = { id: string; lane: Lane; key: string; data: unknown; runAt: Date | null }

/**
 * Inserts a job as `send` of pg-boss does, but in one statement. Also rejects a duplicate while a job with the same key
 * waits for a retry. `group_id` is the key, so that only one job per key runs at a time.
 */
export const insertJob = (db: Queryable, { id, lane, key, data, runAt }: NewJob) =>
  db.run(sql`
    insert into pgboss.job_common (id, name, data, start_after, keep_until, singleton_key, group_id, policy, dead_letter, retry_limit,
      retry_delay, retry_backoff, retry_delay_max, expire_seconds, heartbeat_seconds, deletion_seconds)
    select ${id}, q.name, ${JSON.stringify(data)}, coalesce(${runAt}, now()),
      coalesce(${runAt}, now()) + make_interval(secs => q.retention_seconds), ${key}, ${key}, q.policy, q.dead_letter, q.retry_limit,
      q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.heartbeat_seconds, q.deletion_seconds
    from pgboss.queue q
    where q.name = ${lane}
      and not exists (select from pgboss.job_common w where w.name = q.name and w.singleton_key = ${key} and w.state = 'retry')
    on conflict do nothing`)

type Recurring = { names: readonly string[]; lanes: readonly string[]; data: readonly string[] }

/**
 * Advances due recurring jobs and enqueues one job for each in a single statement, so that only one process does it.
 * Skips a job that still waits. Finished jobs of this kind are kept for only an hour.
 */
export const enqueueDueSchedules = (db: Queryable, { names, lanes, data }: Recurring) =>
  db.run(sql`
    with due as (
      update job_schedules set next_run_at = now() + make_interval(secs => every_seconds)
      where next_run_at <= now() and kind = any(${names})
      returning kind
    )
    insert into pgboss.job_common (name, data, keep_until, singleton_key, group_id, policy, dead_letter, retry_limit, retry_delay,
      retry_backoff, retry_delay_max, expire_seconds, heartbeat_seconds, deletion_seconds)
    select q.name, s.data::jsonb, now() + make_interval(secs => q.retention_seconds), 'schedule:' || s.name, 'schedule:' || s.name,
      q.policy, q.dead_letter, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds,
      q.heartbeat_seconds, 3600
    from unnest(${names}::text[], ${lanes}::text[], ${data}::text[]) as s (name, lane, data)
    join due on due.kind = s.name
    join pgboss.queue q on q.name = s.lane
    where not exists (
      select from pgboss.job_common w where w.name = q.name and w.singleton_key = 'schedule:' || s.name and w.state = 'retry')
    on conflict do nothing`)

/** Saves recurring jobs in the order of their names, so that two processes that start together do not deadlock. */
export const upsertSchedules = (db: Queryable, names: readonly string[], seconds: readonly number[]) =>
  db.run(sql`
    insert into job_schedules (kind, every_seconds)
    select s.name, s.seconds from unnest(${names}::text[], ${seconds}::integer[]) as s (name, seconds) order by s.name
    on conflict (kind) do update set every_seconds = excluded.every_seconds
    where job_schedules.every_seconds <> excluded.every_seconds`)

export const listDueLanes = (db: Queryable, lanes: readonly string[]) =>
  db.query(sql<{ name: string }>`
    select q.name from pgboss.queue q
    where q.name = any(${lanes}) and exists (
      select from pgboss.job_common j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`)

export type ClaimedJob = {
  id: string
  data: { kind: string; payload: Record<string, unknown>; request?: string }
  retryCount: number
  retryLimit: number
  singletonKey: string | null
  startAfter: Date
  createdOn: Date
}

/**
 * Claims up to `limit` due jobs of a lane, at most one per key at a time, and counts an earlier start as a try. Does
 * the same as `fetch` of pg-boss, but with lane and limit as parameters: pg-boss writes them into the text, so the
 * database would plan each text anew.
 */
export const claimJobs = (db: Queryable, lane: Lane, limit: number) =>
  db.query(sql<ClaimedJob>`
    with next as (
      select j.id, j.group_id from pgboss.job_common j
      where j.name = ${lane} and j.state < 'active' and not j.blocked and j.start_after <= now()
        and not exists (
          select from pgboss.job_common a
          where a.name = ${lane} and a.state = 'active' and a.group_id is not null and a.group_id = j.group_id)
      order by j.priority desc, j.created_on limit ${limit}
      for update of j skip locked),
    first as (select id, group_id, row_number() over (partition by group_id order by id) as place from next)
    update pgboss.job_common j set state = 'active', started_on = now(), heartbeat_on = now(),
      retry_count = case when j.started_on is null then j.retry_count else j.retry_count + 1 end
    where j.name = ${lane} and j.id = any (array(select f.id from first f where f.group_id is null or f.place = 1))
    returning j.id, coalesce(j.data, '{}'::jsonb) as data, j.retry_count as "retryCount", j.retry_limit as "retryLimit", j.singleton_key as "singletonKey",
      j.start_after as "startAfter", j.created_on as "createdOn"`)

/**
 * Marks a job as done. Returns 0 if it already is, or if another worker took it over, which increases the number of
 * tries. Runs in the transaction of the job's effect, so that only one of two competing workers commits.
 */
export const completeJob = (db: Queryable, lane: Lane, id: string, tries: number) =>
  db.run(sql`
    update pgboss.job_common set state = 'completed', completed_on = now(), output = null
    where name = ${lane} and id = ${id} and state = 'active' and retry_count = ${tries}`)

export const lockRunning = (db: Queryable, lane: Lane, id: string, tries: number) =>
  db.maybe(sql<{ id: string }>`
    select id from pgboss.job_common
    where name = ${lane} and id = ${id} and state = 'active' and retry_count = ${tries} for update`)

type Postponement = { tries: number; seconds: number; error: string | null }

/**
 * Postpones a job without counting the attempt, because its provider is down or this release does not know the job.
 * Returns 0 if another worker took it over.
 */
export const postpone = (db: Queryable, lane: Lane, id: string, { tries, seconds, error }: Postponement) =>
  db.run(sql`
    update pgboss.job_common set state = 'retry', retry_count = greatest(retry_count - 1, 0),
      start_after = now() + make_interval(secs => ${seconds}::int), heartbeat_on = null,
      output = case when ${error}::text is null then output else jsonb_build_object('message', ${error}::text) end
    where name = ${lane} and id = ${id} and state = 'active' and retry_count = ${tries}`)

/** Deletes a waiting job with the same key as a failed one, because the retry does its work. */
export const dropTwin = (db: Queryable, lane: Lane, key: string) =>
  db.run(sql`
    delete from pgboss.job_common
    where name = ${lane} and coalesce(singleton_key, '') = ${key} and state = 'created' and policy = 'short'`)

export const hurryJob = (db: Queryable, id: string) =>
  db.run(sql`
    update pgboss.job_common set start_after = now(), retry_count = 0
    where id = ${id} and name <> 'dead' and state < 'active' and (start_after > now() or retry_count > 0)`)

export const findJobState = (db: Queryable, id: string) =>
  db.maybe(sql<{ state: string; isOpen: boolean }>`
    select state::text as state, (name <> 'dead' and state < 'active')::boolean as "isOpen" from pgboss.job_common where id = ${id}`)

type Dead = { id: string | null; kind: string | null }

/**
 * Puts up to `limit` dead jobs (given up after failures) back into their lanes as new ones: one job, all of one kind,
 * or any. If a job with the same key waits already, the dead one is only deleted.
 */
export const reviveJobs = (db: Queryable, { id, kind }: Dead, limit: number) =>
  db.run(sql`
    with dead as (
      delete from pgboss.job_common where name = 'dead' and id in (
        select id from pgboss.job_common
        where name = 'dead' and (${id}::uuid is null or id = ${id}) and (${kind}::text is null or data->>'kind' = ${kind})
        order by start_after limit ${limit})
      returning *),
    revived as (
      insert into pgboss.job_common (id, name, data, keep_until, singleton_key, group_id, policy, dead_letter, retry_limit, retry_delay,
        retry_backoff, retry_delay_max, expire_seconds, heartbeat_seconds, deletion_seconds)
      select gen_random_uuid(), q.name, d.data, now() + make_interval(secs => q.retention_seconds), d.singleton_key, d.group_id, q.policy,
        q.dead_letter, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.heartbeat_seconds,
        q.deletion_seconds
      from dead d join pgboss.queue q on q.name = d.source_name
      on conflict do nothing)
    select 1 from dead`)

export type DroppedJob = { kind: string | null; lane: string; about: unknown; attempts: number; error: string | null }

export const dropDeadJob = (db: Queryable, id: string) =>
  db.maybe(sql<DroppedJob>`
    delete from pgboss.job_common where name = 'dead' and id = ${id}::uuid
    returning data->>'kind' as kind, coalesce(source_name, name) as lane, data - 'kind' as about,
      coalesce(source_retry_count, retry_count) + 1 as attempts, coalesce(output->>'message', output->'value'->>'message') as error`)
