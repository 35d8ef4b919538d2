import type { Localized } from '#shared/language.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type KindLine = {
  kind: string
  names: Localized
  free: boolean
  account: string | null
  assignedAt: Date | null
}

/** Every kind, with what this user has of it and whether there is something left. */
export const listKindsFor = (db: Queryable, userId: string) =>
  db.query(sql<KindLine>`
    select k.kind, k.names, s.account, s.assigned_at as "assignedAt",
      exists (select from benefit_stock f where f.kind = k.kind and f.assigned_to is null and f.withdrawn_at is null) as free
    from benefit_kinds k
    left join benefit_stock s on s.kind = k.kind and s.assigned_to = ${userId} and s.withdrawn_at is null
    where s.id is not null or exists (select from benefit_stock any_of where any_of.kind = k.kind and any_of.withdrawn_at is null)
    order by k.created_at, k.kind`)

export const findKind = (db: Queryable, kind: string) =>
  db.maybe(sql<{ kind: string }>`select kind from benefit_kinds where kind = ${kind}`)

export type StockLevel = { kind: string; free: number; assigned: number; withdrawn: number; over: number }

/** By kind; `over`: in the hands of someone whose benefits have ended. */
export const listLevels = (db: Queryable) =>
  db.query(sql<StockLevel>`
    select k.kind,
      (count(s.id) filter (where s.assigned_to is null and s.withdrawn_at is null))::int as free,
      (count(s.id) filter (where s.assigned_to is not null and s.withdrawn_at is null))::int as assigned,
      (count(s.id) filter (where s.withdrawn_at is not null))::int as withdrawn,
      (count(s.id) filter (where s.assigned_to is not null and s.withdrawn_at is null
        and coalesce(m.benefits_until <= now(), true)))::int as over
    from benefit_kinds k left join benefit_stock s on s.kind = k.kind left join membership_ends m on m.user_id = s.assigned_to
    group by k.kind order by k.kind`)

export type StockLine = {
  id: string
  account: string
  uid: number | null
  assignedAt: Date | null
  benefitsUntil: Date | null
}

/** By account, from behind `after`. */
export const listStock = (db: Queryable, kind: string, after: string, limit: number) =>
  db.query(sql<StockLine>`
    select s.id, s.account, u.uid, s.assigned_at as "assignedAt", m.benefits_until as "benefitsUntil"
    from benefit_stock s left join account_labels u on u.user_id = s.assigned_to left join membership_ends m on m.user_id = s.assigned_to
    where s.kind = ${kind} and s.withdrawn_at is null and s.account > ${after} order by s.account limit ${limit}`)

/** No one is shown it any more, nor given it. Anyone who had it may have another. */
export const withdrawBenefit = (db: Queryable, kind: string, account: string) =>
  db.run(sql`
    update benefit_stock set withdrawn_at = now() where kind = ${kind} and account = ${account} and withdrawn_at is null`)

/** What was given to someone whose benefits ended with a refund: it is shown to no one any more, and another year brings another one. */
export const withdrawAllOf = (db: Queryable, userId: string) =>
  db.run(sql`
    update benefit_stock set withdrawn_at = now() where assigned_to = ${userId} and withdrawn_at is null`)

export type GivenBenefit = { kind: string; account: string; link: string; assignedAt: Date | null }

export const listGiven = (db: Queryable, userId: string) =>
  db.query(sql<GivenBenefit>`
    select kind, account, link, assigned_at as "assignedAt" from benefit_stock
    where assigned_to = ${userId} and withdrawn_at is null order by kind`)
