import { addNote, strikeNote } from '#server/modules/notes/notes.queries.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { requireOrder, requireUser } from '#server/workflows/membership/name-subject.ts'

/** What operators know about a person or an order, for each other. The audit log says that it was written, the note what. */
export const writeNote: Act<'people.note'> = async (tx, { user, order, text }, operator) => {
  if ((user === undefined) === (order === undefined)) return refuse('InvalidInput', 'Give either {user} or {order}.')
  const about = await subjectOf(tx, user, order)
  const id = await addNote(tx, about, text.trim(), operator)
  return done({ about, note: id }, about, { note: id })
}

async function subjectOf(tx: Transaction, user: string | undefined, order: string | undefined): Promise<string> {
  if (user !== undefined) return `user ${(await requireUser(tx, user)).uid}`
  return `order ${(await requireOrder(tx, order ?? '')).number}`
}

/** It stays, struck, with who struck it. */
export const strikeNoteOf: Act<'people.strike-note'> = async (tx, { note }, operator) => {
  const struck = await strikeNote(tx, note, operator)
  if (!struck) return refuse('NotPossible', 'There is no such note, or it is struck already.')
  return done({ about: struck.subject }, struck.subject, { note })
}
