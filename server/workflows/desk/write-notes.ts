import { lockAccountShared } from '#server/modules/accounts/accounts.service.ts'
import { isErased } from '#server/modules/accounts/deletion.service.ts'
import { addNote, strikeNote } from '#server/modules/notes/notes.queries.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { requireOrder, requireUser } from '#server/workflows/membership/name-subject.ts'
import { sentence } from '#text/sentence.ts'

export const writeNote: Act<'people.note'> = async (tx, { user, order, text }, operator) => {
  if ((user === undefined) === (order === undefined))
    return refuse(
      'InvalidInput',
      sentence('field.giveEither', { first: { field: 'user' }, second: { field: 'order' } }),
    )
  const { about, userId } = await subjectOf(tx, user, order)
  // Locking the account serializes this with its erasure, which then deletes the note too.
  await lockAccountShared(tx, userId)
  if (await isErased(tx, userId)) return refuse('NotPossible', 'note.accountErased')
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

export const strikeNoteOf: Act<'people.strike-note'> = async (tx, { note }, operator) => {
  const struck = await strikeNote(tx, note, operator)
  if (!struck) return refuse('NotPossible', 'note.unknown')
  return done({ about: struck.subject }, struck.subject, { note })
}
