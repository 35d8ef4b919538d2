import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

export type LeasedJob = {
  id: string
  kind: string
  payload: Record<string, unknown>
  attempts: number
  leaseToken: string
}
type NewJob = { id: string; kind: string; payload: unknown; runAt: Date | null; uniqueKey: string | null }

export const insertJob = (db: Queryable, { id, kind, payload, runAt, uniqueKey }: NewJob) =>
  db.run(sql`
    insert into jobs (id, kind, payload, run_at, unique_key)
    values (${id}, ${kind}, ${JSON.stringify(payload)}, coalesce(${runAt}, now()), ${uniqueKey})
    on conflict (kind, unique_key) where status = 'pending' and unique_key is not null do nothing`)

/** Whoever updates the schedule's row enqueues its job, in one statement: no two processes do. */
export const enqueueDueSchedules = (db: Queryable, kinds: readonly string[]) =>
  db.run(sql`
    with due as (
      update job_schedules set next_run_at = now() + make_interval(secs => every_seconds)
      where next_run_at <= now() and kind = any(${kinds})
      returning kind
    )
    insert into jobs (id, kind, payload, unique_key)
    select gen_random_uuid(), kind, '{}', 'schedule' from due
    on conflict (kind, unique_key) where status = 'pending' and unique_key is not null do nothing`)

export const upsertSchedule = (db: Queryable, kind: string, everySeconds: number) =>
  db.run(sql`
    insert into job_schedules (kind, every_seconds) values (${kind}, ${everySeconds})
    on conflict (kind) do update set every_seconds = excluded.every_seconds
    where job_schedules.every_seconds <> excluded.every_seconds`)

type Lease = { kinds: readonly string[]; leaseSeconds: number; limit: number }

/** SKIP LOCKED: workers do not wait for each other. An expired lease counts as free: its worker died. */
export const leaseJobs = (db: Queryable, { kinds, leaseSeconds, limit }: Lease) =>
  db.query(sql<LeasedJob>`
    update jobs set attempts = attempts + 1, lease_token = gen_random_uuid(),
      leased_until = now() + make_interval(secs => ${leaseSeconds}::int)
    where id in (
      select id from jobs
      where status = 'pending' and run_at <= now() and (leased_until is null or leased_until < now()) and kind = any(${kinds})
      order by run_at for update skip locked limit ${limit}
    )
    returning id, kind, payload, attempts, lease_token as "leaseToken"`)

/** 0 if the lease was lost: another worker has the job, or it is done. */
export const finishJob = (db: Queryable, id: string, leaseToken: string) =>
  db.run(sql`
    update jobs set status = 'done', finished_at = now(), leased_until = null
    where id = ${id} and lease_token = ${leaseToken} and status = 'pending'`)

type Failure = { id: string; leaseToken: string; error: string; status: 'pending' | 'dead'; backOffSeconds: number }

export const failJob = (db: Queryable, { id, leaseToken, error, status, backOffSeconds }: Failure) =>
  db.run(sql`
    update jobs set status = ${status}, last_error = ${error}, leased_until = null,
      run_at = now() + make_interval(secs => ${backOffSeconds}::int),
      finished_at = case when ${status} = 'dead' then now() end
    where id = ${id} and lease_token = ${leaseToken} and status = 'pending'`)

export type JobRow = {
  id: string
  kind: string
  status: string
  attempts: number
  runAt: Date
  lastError: string | null
  createdAt: Date
}

export const listJobs = (db: Queryable, status: string, limit: number) =>
  db.query(sql<JobRow>`
    select id, kind, status, attempts, run_at as "runAt", last_error as "lastError", created_at as "createdAt"
    from jobs where status = ${status} order by run_at limit ${limit}`)

/** Makes a waiting or dead job due now, with its attempts forgotten. 0 if there is no such job, or it is done. */
export const rescheduleJob = (db: Queryable, id: string) =>
  db.run(sql`
    update jobs set status = 'pending', run_at = now(), attempts = 0, leased_until = null, finished_at = null
    where id = ${id} and status in ('pending', 'dead')`)

/** Done jobs are kept a week, for whoever asks what happened; dead ones a quarter, for whoever mends them. */
export const deleteOldJobs = (db: Queryable) =>
  db.run(sql`
    delete from jobs where id in (
      select id from jobs
      where status <> 'pending' and finished_at < now() - case status when 'done' then interval '7 days' else interval '90 days' end
      limit 5000)`)
