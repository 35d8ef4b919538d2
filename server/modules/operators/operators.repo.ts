import type { Queryable } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import { sql } from '#server/platform/sql.ts'

/** Adds one that only stands for a name, unless that name is taken. */
export const insertDemoOperator = (db: Queryable, o: Operator & { nameKey: string }) =>
  db.run(sql`
    insert into operators (id, name, name_key, role, demo) values (${o.id}, ${o.name}, ${o.nameKey}, 'owner', true)
    on conflict do nothing`)

export const findDemoOperator = (db: Queryable, nameKey: string) =>
  db.maybe(sql<Operator>`select id, name from operators where name_key = ${nameKey} and demo`)
