import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Membership, GrantSource } from './membership.queries.ts'

/** Makes the row if there is none, and locks it: grants of one user happen one after another. */
export async function lockMembership(db: Queryable, userId: string): Promise<Membership> {
  await db.run(sql`insert into memberships (user_id) values (${userId}) on conflict do nothing`)
  return db.one(sql<Membership>`
    select expires_at as "expiresAt", total_seconds as "totalSeconds", max_devices as "maxDevices",
      yearly_until as "yearlyUntil", benefits_until as "benefitsUntil"
    from memberships where user_id = ${userId} for update`)
}

export const saveMembership = (db: Queryable, userId: string, m: Membership) =>
  db.run(sql`
    update memberships set expires_at = ${m.expiresAt}, total_seconds = ${m.totalSeconds}, max_devices = ${m.maxDevices},
      yearly_until = ${m.yearlyUntil}, benefits_until = ${m.benefitsUntil}
    where user_id = ${userId}`)

export type NewGrant = {
  id: string
  userId: string
  source: GrantSource
  sourceId: string
  seconds: number
  reverses: string | null
  converts: string | null
  planMonths: number | null
  maxDevices: number | null
  note: string | null
  expiresAt: Date
}

export const insertGrant = (db: Queryable, g: NewGrant) =>
  db.run(sql`
    insert into membership_grants (id, user_id, source, source_id, seconds, reverses, converts, plan_months, max_devices, note, expires_at)
    values (${g.id}, ${g.userId}, ${g.source}, ${g.sourceId}, ${g.seconds}, ${g.reverses}, ${g.converts}, ${g.planMonths},
      ${g.maxDevices}, ${g.note}, ${g.expiresAt})`)

/** What operators gave somebody in the last so many days, less what was taken back of it. */
export const sumGifts = (db: Queryable, userId: string, days: number) =>
  db.one(sql<{ seconds: number }>`
    select coalesce(sum(seconds), 0)::bigint as seconds from membership_grants
    where user_id = ${userId} and source = 'operator' and granted_at > now() - make_interval(days => ${days}::int)`)

/** The clock by which time is granted. */
export const findNow = (db: Queryable) => db.one(sql<{ now: Date }>`select now() as now`)
