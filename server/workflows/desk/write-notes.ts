import { shareAccount } from '#server/modules/accounts/accounts.service.ts'
import { isErased } from '#server/modules/accounts/deletion.service.ts'
import { addNote, strikeNote } from '#server/modules/notes/notes.queries.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { requireOrder, requireUser } from '#server/workflows/membership/name-subject.ts'

/** What operators know about a person or an order, for each other. The audit log says that it was written, the note what. */
export const writeNote: Act<'people.note'> = async (tx, { user, order, text }, operator) => {
  if ((user === undefined) === (order === undefined)) return refuse('InvalidInput', 'Give either {user} or {order}.')
  const { about, userId } = await subjectOf(tx, user, order)
  // An erasure that is under way takes this note along, or has none of it.
  await shareAccount(tx, userId)
  if (await isErased(tx, userId))
    return refuse('NotPossible', 'This account is erased: nothing more is written about it.')
  const id = await addNote(tx, about, text.trim(), operator)
  return done({ about, note: id }, about, { note: id })
}

async function subjectOf(tx: Transaction, user: string | undefined, order: string | undefined) {
  if (user !== undefined) {
    const { uid, id } = await requireUser(tx, user)
    return { about: `user ${uid}`, userId: id }
  }
  const { number, userId } = await requireOrder(tx, order ?? '')
  return { about: `order ${number}`, userId }
}

/** It stays, struck, with who struck it. */
export const strikeNoteOf: Act<'people.strike-note'> = async (tx, { note }, operator) => {
  const struck = await strikeNote(tx, note, operator)
  if (!struck) return refuse('NotPossible', 'There is no such note, or it is struck already.')
  return done({ about: struck.subject }, struck.subject, { note })
}
