import type { Queryable } from './database.ts'
import type { Lane } from './job-lanes.ts'
import { sql } from './sql.ts'

type JobRow = {
  id: string
  kind: string | null
  lane: string
  attempts: number
  runAt: Date
  lastError: string | null
}
type JobStatus = 'pending' | 'running' | 'dead' | 'done'

export const listJobs = (db: Queryable, status: JobStatus, limit: number, after: string | null = null) =>
  db.query(sql<JobRow>`
    select id, data->>'kind' as kind, coalesce(source_name, name) as lane, coalesce(source_retry_count, retry_count) + case when name = 'dead' or state <> 'created' then 1 else 0 end as attempts,
      start_after as "runAt", coalesce(output->>'message', output->'value'->>'message') as "lastError"
    from pgboss.job_common
    where (case ${status}::text when 'dead' then name = 'dead'
      when 'pending' then name <> 'dead' and state < 'active'
      when 'running' then state = 'active'
      else state = 'completed' end)
      and (${after}::uuid is null
        or (start_after, id) > (select j.start_after, j.id from pgboss.job_common j where j.id = ${after}::uuid limit 1))
    order by start_after, id limit ${limit}`)

export const listUndone = (db: Queryable, lane: Lane, keys: readonly string[]) =>
  db.query(sql<{ key: string; isDead: boolean; lastError: string | null }>`
    select coalesce(singleton_key, '') as key, name = 'dead' as "isDead", coalesce(output->>'message', output->'value'->>'message') as "lastError"
    from pgboss.job_common
    where name in (${lane}, 'dead') and singleton_key = any(${keys}) and (name = 'dead' or state <= 'active')`)

type LaneRow = {
  lane: string
  waiting: number
  due: number
  running: number
  dead: number
  oldestDueSeconds: number | null
}

/**
 * Number of jobs in each lane by state. `due`: can run now; the rest of `waiting` is scheduled for later. Does not read
 * completed jobs, which are kept for a week.
 */
export const readLanes = (db: Queryable) =>
  db.query(sql<LaneRow>`
    select q.name as lane, w.waiting, w.due, r.running, coalesce(d.dead, 0) as dead, w."oldestDueSeconds"
    from pgboss.queue q
    cross join lateral (
      select count(*)::int as waiting, (count(*) filter (where j.start_after <= now()))::int as due,
        extract(epoch from now() - min(j.start_after) filter (where j.start_after <= now()))::int as "oldestDueSeconds"
      from pgboss.job_common j where j.name = q.name and j.state < 'active' and not j.blocked) w
    cross join lateral (
      select count(*)::int as running
      from pgboss.job_common j where j.name = q.name and j.state = 'active' and j.group_id is not null) r
    left join (
      select source_name, count(*)::int as dead
      from pgboss.job_common where name = 'dead' and state < 'active' and not blocked group by source_name) d on d.source_name = q.name
    where q.name <> 'dead' order by q.name`)
