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

/**
 * Kinds of benefits, with the user's own benefit and whether one is available. An ended kind, or one without any
 * account in circulation, is listed only if the user has one.
 */
export const listKindsFor = (db: Queryable, userId: string) =>
  db.query(sql<KindLine>`
    select k.kind, k.names, s.account, s.assigned_at as "assignedAt",
      exists (select from benefit_stock f where f.kind = k.kind and f.assigned_to is null and f.withdrawn_at is null) as free
    from benefit_kinds k
    left join benefit_stock s on s.kind = k.kind and s.assigned_to = ${userId} and s.withdrawn_at is null
    where s.id is not null or (k.ended_at is null
      and exists (select from benefit_stock any_of where any_of.kind = k.kind and any_of.withdrawn_at is null))
    order by k.created_at, k.kind`)

export const findKind = (db: Queryable, kind: string) =>
  db.maybe(
    sql<{ kind: string; endedAt: Date | null }>`
      select kind, ended_at as "endedAt" from benefit_kinds where kind = ${kind}`,
  )

export const nameKind = (db: Queryable, kind: string, names: Localized) =>
  db.run(sql`
    insert into benefit_kinds (kind, names) values (${kind}, ${JSON.stringify(names)})
    on conflict (kind) do update set names = excluded.names`)

export const lockKind = (db: Queryable, kind: string) =>
  db.maybe(
    sql<{ names: Localized; endedAt: Date | null }>`
      select names, ended_at as "endedAt" from benefit_kinds where kind = ${kind} for no key update`,
  )

export const endKind = (db: Queryable, kind: string, isEnded: boolean) =>
  db.run(sql`update benefit_kinds set ended_at = case when ${isEnded}::boolean then now() end where kind = ${kind}`)

export type StockLevel = {
  kind: string
  names: Localized
  endedAt: Date | null
  free: number
  assigned: number
  withdrawn: number
  over: number
}

/**
 * Stock of all kinds of benefits, or of the kind `only`. `over`: benefits assigned to users whose entitlement has
 * ended.
 */
export const listLevels = (db: Queryable, only: string | null = null) =>
  db.query(sql<StockLevel>`
    select k.kind, k.names, k.ended_at as "endedAt",
      (count(s.id) filter (where s.assigned_to is null and s.withdrawn_at is null))::int as free,
      (count(s.id) filter (where s.assigned_to is not null and s.withdrawn_at is null))::int as assigned,
      (count(distinct s.account) filter (where s.withdrawn_at is not null and not exists (
        select from benefit_stock b where b.kind = s.kind and b.account = s.account and b.withdrawn_at is null)))::int as withdrawn,
      (count(s.id) filter (where s.assigned_to is not null and s.withdrawn_at is null
        and coalesce(m.yearly_until <= now(), true)))::int as over
    from benefit_kinds k left join benefit_stock s on s.kind = k.kind left join membership_ends m on m.user_id = s.assigned_to
    where ${only}::text is null or k.kind = ${only}
    group by k.kind order by k.kind`)

export const listLinks = (db: Queryable) =>
  db.query(sql<{ link: string }>`select distinct link from benefit_stock where withdrawn_at is null`)

type StockLine = {
  account: string
  link: string
  uid: number | null
  assignedAt: Date | null
  benefitsUntil: Date | null
}

/** Part of the stock in circulation. `lapsed`: assigned to a user whose entitlement has ended. */
type StockPart = 'unclaimed' | 'claimed' | 'lapsed'

export const listStock = (db: Queryable, kind: string, part: StockPart | null, after: string, limit: number) =>
  db.query(sql<StockLine>`
    select s.account, s.link, u.uid, s.assigned_at as "assignedAt", m.yearly_until as "benefitsUntil"
    from benefit_stock s left join account_labels u on u.user_id = s.assigned_to left join membership_ends m on m.user_id = s.assigned_to
    where s.kind = ${kind} and s.withdrawn_at is null and s.account > ${after}
      and (${part}::text is null or (s.assigned_to is null) = (${part} = 'unclaimed'))
      and (${part}::text is distinct from 'lapsed' or coalesce(m.yearly_until <= now(), true))
    order by s.account limit ${limit}`)

/**
 * Withdrawn benefit. `uid`: former holder. `another`: true if the holder can get another benefit now; null if there was
 * no holder.
 */
type Withdrawn = { uid: number | null; another: boolean | null }

export const withdrawBenefit = (db: Queryable, kind: string, account: string) =>
  db.maybe(sql<Withdrawn>`
    with gone as (
      update benefit_stock set withdrawn_at = now() where kind = ${kind} and account = ${account} and withdrawn_at is null
      returning assigned_to)
    select u.uid, case when g.assigned_to is not null then coalesce(m.yearly_until > now(), false)
      and exists (select from benefit_kinds k where k.kind = ${kind} and k.ended_at is null)
      and exists (select from benefit_stock f where f.kind = ${kind} and f.assigned_to is null and f.withdrawn_at is null) end as another
    from gone g left join account_labels u on u.user_id = g.assigned_to left join membership_ends m on m.user_id = g.assigned_to`)

/**
 * Withdraws all benefits of a user, for example because a refund ended the entitlement. Buying a yearly plan again
 * brings new benefits.
 */
export const withdrawAllOf = (db: Queryable, userId: string) =>
  db.run(sql`
    update benefit_stock set withdrawn_at = now() where assigned_to = ${userId} and withdrawn_at is null`)

type GivenBenefit = { kind: string; account: string; link: string; assignedAt: Date | null }

export const listGiven = (db: Queryable, userId: string) =>
  db.query(sql<GivenBenefit>`
    select kind, account, link, assigned_at as "assignedAt" from benefit_stock
    where assigned_to = ${userId} and withdrawn_at is null order by kind`)
