import type { Localized } from '#shared/language.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type Assigned = { id: string; account: string; sealedPassword: Buffer; link: string; assignedAt: Date }

export const findAssigned = (db: Queryable, userId: string, kind: string) =>
  db.maybe(sql<Assigned>`
    select id, account, sealed_password as "sealedPassword", link, coalesce(assigned_at, now()) as "assignedAt"
    from benefit_stock where assigned_to = ${userId} and kind = ${kind} and withdrawn_at is null`)

/**
 * Takes the oldest that no one has or is being given; nothing if there is none, or this user got one at this moment.
 * The unique index stands behind it.
 */
export const assignNext = (db: Queryable, userId: string, kind: string) =>
  db.maybe(sql<Assigned>`
    update benefit_stock set assigned_to = ${userId}, assigned_at = now()
    where id = (
      select id from benefit_stock where kind = ${kind} and assigned_to is null and withdrawn_at is null
      order by imported_at, id limit 1 for update skip locked)
    returning id, account, sealed_password as "sealedPassword", link, coalesce(assigned_at, now()) as "assignedAt"`)

export const upsertKind = (db: Queryable, kind: string, names: Localized) =>
  db.run(sql`
    insert into benefit_kinds (kind, names) values (${kind}, ${JSON.stringify(names)})
    on conflict (kind) do update set names = excluded.names`)

export type NewStock = {
  id: string
  kind: string
  account: string
  sealedPassword: Buffer
  link: string
  importedBy: string
}

/** 0 if that account of that kind is there already. */
export const insertStock = (db: Queryable, s: NewStock) =>
  db.run(sql`
    insert into benefit_stock (id, kind, account, sealed_password, link, imported_by)
    values (${s.id}, ${s.kind}, ${s.account}, ${s.sealedPassword}, ${s.link}, ${s.importedBy}) on conflict do nothing`)
