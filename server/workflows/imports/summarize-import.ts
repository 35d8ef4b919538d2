import type { PersonDecision } from '#server/modules/imports/decide.rules.ts'
import type { ImportedPerson, Row } from '#server/modules/imports/imports.repo.ts'
import type { PersonRecord } from '#server/modules/imports/readers/records.rules.ts'
import type { countRows } from '#server/modules/imports/imports.service.ts'
import type { Fault } from '#server/modules/imports/stage.rules.ts'
import type { Sentence } from '#shared/sentence.ts'
import type { Code } from '#text/sentence.ts'

export type DecidedRow = Row & {
  readonly person: PersonRecord
  readonly known: ImportedPerson | undefined
  readonly decision: PersonDecision
}

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

/** Counts what an import will do. */
export class Tally {
  readonly #effects = new Map<string, { effect: PersonDecision['effect']; fault: Fault | null; count: number }>()
  #members = 0
  #banned = 0
  #withoutPassword = 0
  #passwordsOnce = 0
  #creditDays = 0
  #creditPeople = 0
  #balance = 0
  #debts = 0

  add({ decision, person }: DecidedRow): void {
    const fault = decision.effect === 'refused' ? decision.fault : null
    const key = `${decision.effect} ${fault?.code ?? ''}`
    const entry = this.#effects.get(key) ?? { effect: decision.effect, fault, count: 0 }
    this.#effects.set(key, { ...entry, count: entry.count + 1 })
    if (decision.effect !== 'added') return
    if (decision.seconds > 0) this.#members++
    if (person.isBanned) this.#banned++
    if (person.password === null) this.#withoutPassword++
    else if (person.password.algorithm.startsWith('md5')) this.#passwordsOnce++
    if (decision.creditSeconds > 0) {
      this.#creditPeople++
      this.#creditDays += decision.creditSeconds / 86_400
    }
    if (person.balanceMinor > 0) this.#balance += person.balanceMinor
    if (person.balanceMinor < 0) this.#debts++
  }

  counts() {
    return [...this.#effects.values()].map(({ effect, fault, count }) => {
      return { kind: 'person' as const, effect, code: fault?.code ?? null, count }
    })
  }

  figures() {
    return {
      members: this.#members,
      banned: this.#banned,
      withoutPassword: this.#withoutPassword,
      passwordsOnce: this.#passwordsOnce,
      balance: (this.#balance / 100).toFixed(2),
      debts: this.#debts,
      creditPeople: this.#creditPeople,
      creditDays: this.#creditDays,
    }
  }
}
