import type { countRows } from '#server/modules/imports/imports.service.ts'
import type { Fault } from '#server/modules/imports/stage.rules.ts'
import type { Sentence } from '#shared/sentence.ts'
import type { Code } from '#text/sentence.ts'

type Counts = Awaited<ReturnType<typeof countRows>>

/**
 * Sentence about the refusal of a row. A test checks that every code and its values have a sentence, because both come
 * from the database.
 */
export const sayFault = ({ code, params = {} }: Fault): Sentence => ({ code: `import.${code}` satisfies Code, params })

/**
 * Sentence about a reason of refusal, for a list that counts the refused rows by reason. It has no values of single
 * rows.
 */
const reasonOf = (code: string): Sentence => ({ code: `importReason.${code}`, params: {} })

/** Counts of an import by kind and effect, and the reasons of refusals with the number of rows. */
export function summarize(counts: Counts) {
  const sum = (matches: (row: Counts[number]) => boolean) =>
    counts.filter(matches).reduce((total, { count }) => total + count, 0)
  const people = (effect: string) => sum((row) => row.kind === 'person' && row.effect === effect)
  const reasons = counts.flatMap(({ code, count }) => (code === null ? [] : [{ code, count }]))
  const byCode = Map.groupBy(reasons, ({ code }) => code)
  return {
    people: sum(({ kind }) => kind === 'person'),
    orders: sum(({ kind }) => kind === 'order'),
    added: people('added'),
    changed: people('changed'),
    same: people('same'),
    refused: people('refused'),
    reasons: [...byCode]
      .map(([code, rows]) => ({ reason: reasonOf(code), rows: rows.reduce((total, { count }) => total + count, 0) }))
      .toSorted((a, b) => b.rows - a.rows),
  }
}
