import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type Slot = { rule: string; subject: Buffer; max: number; seconds: number }

/**
 * Counts an attempt and returns 1 if it is within the limit, else 0. Uses a single SQL statement: concurrent attempts
 * of all processes wait at the row lock, and each sees those before it.
 */
export const consumeSlot = (db: Queryable, { rule, subject, max, seconds }: Slot) =>
  db.run(sql`
    insert into limit_counters as c (rule, subject, hits, expires_at)
    values (${rule}, ${subject}, array[clock_timestamp()], clock_timestamp() + make_interval(secs => ${seconds}::int))
    on conflict (rule, subject) do update set
      hits = array(select hit from unnest(c.hits) hit where hit > clock_timestamp() - make_interval(secs => ${seconds}::int))
        || clock_timestamp(),
      expires_at = excluded.expires_at
    where (select count(*) from unnest(c.hits) hit where hit > clock_timestamp() - make_interval(secs => ${seconds}::int))
      < ${max}::int`)

export const findWait = (db: Queryable, { rule, subject, seconds }: Omit<Slot, 'max'>) =>
  db.one(sql<{ seconds: number | null }>`
    select ceil(extract(epoch from min(hit) + make_interval(secs => ${seconds}::int) - clock_timestamp()))::int as seconds
    from limit_counters c, unnest(c.hits) hit
    where c.rule = ${rule} and c.subject = ${subject}
      and hit > clock_timestamp() - make_interval(secs => ${seconds}::int)`)

export const returnSlot = (db: Queryable, rule: string, subject: Buffer) =>
  db.run(sql`
    update limit_counters set hits = trim_array(hits, 1)
    where rule = ${rule} and subject = ${subject} and cardinality(hits) > 0`)

export const deleteCounter = (db: Queryable, rule: string, subject: Buffer) =>
  db.run(sql`delete from limit_counters where rule = ${rule} and subject = ${subject}`)

type Slots = {
  readonly rules: readonly string[]
  readonly subjects: readonly Buffer[]
  readonly maxes: readonly number[]
  readonly seconds: readonly number[]
}

export type AskedSlot = { rule: string; subject: Buffer; taken: boolean; wait: number | null }

/**
 * Counts an attempt in several rate limit counters, or in none if one of them is full. Returns the seconds until a full
 * counter has room. Rows are always locked in the same order, because a deadlock would block everybody for a second.
 * If another process fills a counter between check and insert, that counter is not increased, and the caller undoes the
 * others.
 */
export const consumeSlots = (db: Queryable, { rules, subjects, maxes, seconds }: Slots) =>
  db.query(sql<AskedSlot>`
    with asked as (
      select rule, subject, most, make_interval(secs => span) as span
      from unnest(${rules}::text[], ${subjects}::bytea[], ${maxes}::int[], ${seconds}::int[]) as a (rule, subject, most, span)),
    filled as (
      select a.rule, a.subject, ceil(extract(epoch from min(hit) + a.span - clock_timestamp()))::int as wait
      from asked a join limit_counters c on c.rule = a.rule and c.subject = a.subject, unnest(c.hits) hit
      where hit > clock_timestamp() - a.span
      group by a.rule, a.subject, a.most, a.span having count(*) >= a.most),
    taken as (
      insert into limit_counters as c (rule, subject, hits, expires_at)
      select rule, subject, array[clock_timestamp()], clock_timestamp() + span
      from asked where most > 0 and not exists (select from filled) order by rule, subject
      on conflict (rule, subject) do update set
        hits = array(select hit from unnest(c.hits) hit, asked a
            where a.rule = c.rule and a.subject = c.subject and hit > clock_timestamp() - a.span)
          || clock_timestamp(),
        expires_at = excluded.expires_at
      where (select count(*) from unnest(c.hits) hit, asked a
          where a.rule = c.rule and a.subject = c.subject and hit > clock_timestamp() - a.span)
        < (select a.most from asked a where a.rule = c.rule and a.subject = c.subject)
      returning rule, subject)
    select a.rule, a.subject, t.rule is not null as taken, f.wait
    from asked a
    left join taken t on t.rule = a.rule and t.subject = a.subject
    left join filled f on f.rule = a.rule and f.subject = a.subject`)

/**
 * Removes the last attempt from each rate limit counter, or all attempts where `forget` is true. Locks rows in the same
 * order as `consumeSlots`, which prevents deadlocks.
 */
export const returnSlots = (
  db: Queryable,
  { rules, subjects, forget }: Pick<Slots, 'rules' | 'subjects'> & { readonly forget: readonly boolean[] },
) =>
  db.run(sql`
    with back as (
      select c.rule, c.subject, b.forget from limit_counters c
      join unnest(${rules}::text[], ${subjects}::bytea[], ${forget}::boolean[]) as b (rule, subject, forget)
        on c.rule = b.rule and c.subject = b.subject
      where b.forget or cardinality(c.hits) > 0 order by c.rule, c.subject for update of c),
    gone as (
      delete from limit_counters c using back where c.rule = back.rule and c.subject = back.subject and back.forget)
    update limit_counters c set hits = trim_array(c.hits, 1)
    from back where c.rule = back.rule and c.subject = back.subject and not back.forget`)

/** Deletes expired counters. Skips rows that are being updated. */
export const deleteExpired = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from limit_counters where expires_at < now() and (rule, subject) in (
      select rule, subject from limit_counters where expires_at < now() order by expires_at limit ${limit}
      for update skip locked)`)
