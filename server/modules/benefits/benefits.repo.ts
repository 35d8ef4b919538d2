import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type Assigned = { id: string; account: string; sealedPassword: Buffer; link: string; assignedAt: Date }

export const findAssigned = (db: Queryable, userId: string, kind: string) =>
  db.maybe(sql<Assigned>`
    select id, account, sealed_password as "sealedPassword", link, coalesce(assigned_at, now()) as "assignedAt"
    from benefit_stock where assigned_to = ${userId} and kind = ${kind} and withdrawn_at is null`)

/**
 * Assigns the oldest free benefit, skipping locked ones. Undefined if there is none, the kind has ended, or the user
 * got one concurrently, which the unique index prevents.
 */
export const assignNext = (db: Queryable, userId: string, kind: string) =>
  db.maybe(sql<Assigned>`
    update benefit_stock set assigned_to = ${userId}, assigned_at = now()
    where id = (
      select id from benefit_stock where kind = ${kind} and assigned_to is null and withdrawn_at is null
        and exists (select from benefit_kinds k where k.kind = ${kind} and k.ended_at is null)
      order by imported_at, id limit 1 for update skip locked)
    returning id, account, sealed_password as "sealedPassword", link, coalesce(assigned_at, now()) as "assignedAt"`)

type NewStock = {
  ids: readonly string[]
  accounts: readonly string[]
  sealedPasswords: readonly Buffer[]
  links: readonly string[]
}

/**
 * Adds new benefit accounts and the withdrawn ones in `returning`, and returns those added; a trigger skips all other
 * known accounts. A returning account gets a new row, and the old row keeps its former holder and password.
 */
export const insertStock = (
  db: Queryable,
  kind: string,
  importedBy: string,
  s: NewStock,
  returning: readonly string[],
) =>
  db.query(sql<{ account: string }>`
    insert into benefit_stock (id, kind, account, sealed_password, link, imported_by, is_return)
    select n.id, ${kind}, n.account, n.sealed, n.link, ${importedBy}, n.account = any(${returning}::text[])
    from unnest(${s.ids}::uuid[], ${s.accounts}::text[], ${s.sealedPasswords}::bytea[], ${s.links}::text[]) n (id, account, sealed, link)
    on conflict do nothing returning account`)

type WithdrawnStock = { account: string; sealedPassword: Buffer; uid: number | null; hadHolder: boolean }

export const listWithdrawn = (db: Queryable, kind: string, accounts: readonly string[]) =>
  db.query(sql<WithdrawnStock>`
    select s.account, s.sealed_password as "sealedPassword", u.uid, s.assigned_to is not null as "hadHolder"
    from benefit_stock s left join account_labels u on u.user_id = s.assigned_to
    where s.kind = ${kind} and s.account = any(${accounts}::text[]) and not exists (
      select from benefit_stock b where b.kind = s.kind and b.account = s.account and b.withdrawn_at is null)
    order by s.account, s.withdrawn_at desc, s.id desc`)
