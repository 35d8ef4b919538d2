import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/act.ts'
import { sql } from '#server/platform/sql.ts'

export type Note = {
  id: string
  at: Date
  subject: string
  text: string
  writtenBy: string
  struckAt: Date | null
  struckBy: string | null
}

/** Operators' notes about a subject, such as a customer, newest first. */
export const listNotes = (db: Queryable, subject: string, limit: number) =>
  db.query(sql<Note>`
    select id, at, subject, text, written_by as "writtenBy", struck_at as "struckAt", struck_by as "struckBy"
    from operator_notes where subject = ${subject} order by at desc, id desc limit ${limit}`)

export const addNote = async (db: Queryable, subject: string, text: string, by: Operator): Promise<string> => {
  const id = randomUUIDv7()
  await db.run(sql`
    insert into operator_notes (id, subject, text, written_by, written_by_id)
    values (${id}, ${subject}, ${text}, ${by.name}, ${by.id})`)
  return id
}

/** Strikes a note through without deleting it. Undefined if it is unknown or already struck. */
export const strikeNote = (db: Queryable, id: string, by: Operator) =>
  db.maybe(sql<{ subject: string }>`
    update operator_notes set struck_at = now(), struck_by = ${by.name} where id = ${id} and struck_at is null
    returning subject`)

export const forgetNotes = (db: Queryable, subjects: readonly string[]) =>
  db.run(sql`delete from operator_notes where subject = any(${subjects}::text[])`)
