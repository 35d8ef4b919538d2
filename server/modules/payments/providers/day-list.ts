import type { DayList } from '#server/modules/payments/settlement-report.rules.ts'
import { UnreadableList } from './port.ts'

/** Joins the files of a day. Throws UnreadableList if no line has the expected columns: the format has changed. */
export function joinLists(what: string, parts: readonly (DayList | null)[]): DayList {
  const read = parts.filter((part) => part !== null)
  if (read.length === 0 || read.length < parts.length) throw new UnreadableList(`${what}: a file that cannot be read`)
  const lines = read.flatMap((part) => part.lines)
  const unread = read.flatMap((part) => part.unread)
  if (lines.length === 0 && unread.length > 0 && unread.every(({ why }) => why === 'columns'))
    throw new UnreadableList(`${what}: no line that can be read`)
  return { lines, unread }
}
