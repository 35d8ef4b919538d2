import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type ViewRow = {
  id: string
  name: string
  address: string
  by: string
  shared: boolean
  own: boolean
}

export const listViews = (db: Queryable, operatorId: string, roles: readonly OperatorRole[]) =>
  db.query(sql<ViewRow>`
    select v.id, v.name, v.address, o.name as by, v.shared, v.operator_id = ${operatorId} as own
    from operator_views v join operators o on o.id = v.operator_id
    where v.operator_id = ${operatorId} or (v.shared and o.disabled_at is null and v.role = any(${roles}))
    order by v.operator_id <> ${operatorId}, lower(v.name), v.id limit 300`)

export const lockOwner = (db: Queryable, operatorId: string) =>
  db.one(sql<{ id: string }>`select id from operators where id = ${operatorId} for no key update`)

export const countViews = (db: Queryable, operatorId: string) =>
  db.one(sql<{ kept: number }>`select count(*)::int as kept from operator_views where operator_id = ${operatorId}`)

type NewView = { id: string; operatorId: string; name: string; address: string; shared: boolean; role: OperatorRole }
/**
 * Saves a view (a console page under a name). Replaces the URL if the operator already has a view of this name. Returns
 * no row if nothing changes.
 */
export const upsertView = (db: Queryable, v: NewView) =>
  db.maybe(sql<{ id: string }>`
    insert into operator_views as o (id, operator_id, name, address, shared, role)
    values (${v.id}, ${v.operatorId}, ${v.name}, ${v.address}, ${v.shared}, ${v.role})
    on conflict (operator_id, lower(name))
    do update set address = excluded.address, shared = excluded.shared, role = excluded.role, name = excluded.name
    where (o.address, o.shared, o.role, o.name) is distinct from (excluded.address, excluded.shared, excluded.role, excluded.name)
    returning id`)

export const renameView = (db: Queryable, v: { id: string; operatorId: string; name: string }) =>
  db.run(sql`
    update operator_views set name = ${v.name} where id = ${v.id} and operator_id = ${v.operatorId}
      and not exists (select 1 from operator_views o
        where o.operator_id = ${v.operatorId} and lower(o.name) = lower(${v.name}) and o.id <> ${v.id})`)

export const deleteView = (db: Queryable, id: string, operatorId: string) =>
  db.maybe(sql<{ name: string }>`
    delete from operator_views where id = ${id} and operator_id = ${operatorId} returning name`)
