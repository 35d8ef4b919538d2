import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type Slot = { rule: string; subject: Buffer; most: number; seconds: number }

/**
 * 1 if the try is within the limit, and it is counted then; 0 if not. One statement: parallel tries, in whatever
 * process, queue at the row and each sees those before it.
 */
export const takeSlot = (db: Queryable, { rule, subject, most, seconds }: Slot) =>
  db.run(sql`
    insert into limit_counters as c (rule, subject, hits, expires_at)
    values (${rule}, ${subject}, array[clock_timestamp()], clock_timestamp() + make_interval(secs => ${seconds}::int))
    on conflict (rule, subject) do update set
      hits = array(select hit from unnest(c.hits) hit where hit > clock_timestamp() - make_interval(secs => ${seconds}::int))
        || clock_timestamp(),
      expires_at = excluded.expires_at
    where (select count(*) from unnest(c.hits) hit where hit > clock_timestamp() - make_interval(secs => ${seconds}::int))
      < ${most}::int`)

/** Whole seconds until the oldest of the tries that count no longer does; null if none does. */
export const findWait = (db: Queryable, { rule, subject, seconds }: Omit<Slot, 'most'>) =>
  db.one(sql<{ seconds: number | null }>`
    select ceil(extract(epoch from min(hit) + make_interval(secs => ${seconds}::int) - clock_timestamp()))::int as seconds
    from limit_counters c, unnest(c.hits) hit
    where c.rule = ${rule} and c.subject = ${subject}
      and hit > clock_timestamp() - make_interval(secs => ${seconds}::int)`)

/** Takes the last try back. */
export const returnSlot = (db: Queryable, rule: string, subject: Buffer) =>
  db.run(sql`
    update limit_counters set hits = trim_array(hits, 1)
    where rule = ${rule} and subject = ${subject} and cardinality(hits) > 0`)

export const deleteCounter = (db: Queryable, rule: string, subject: Buffer) =>
  db.run(sql`delete from limit_counters where rule = ${rule} and subject = ${subject}`)

/** One that counts anew in the same moment stays. */
export const deleteExpiredCounters = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from limit_counters where expires_at < now() and (rule, subject) in (
      select rule, subject from limit_counters where expires_at < now() order by expires_at limit ${limit})`)
