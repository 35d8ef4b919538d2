import { planEnd } from '#shared/membership-time.ts'
import type { Language } from '#shared/language.ts'
import type { PersonRecord } from './readers/records.rules.ts'
import type { Fault } from './stage.rules.ts'

export type ImportChoice = {
  /** Number of devices of the plan that replaces an old plan, by the old plan's id. */
  readonly devices: Readonly<Record<string, number>>
  /** Months that replace a membership without an end. If null, people with such a membership are refused. */
  readonly neverMonths: number | null
  /** Balance of the old system, in hundredths, that buys one day. If null, balances buy nothing. */
  readonly balancePerDay: number | null
  readonly language: Language
}
/** State of the person's account in this shop; null if the person was not imported yet. */
export type KnownPerson = {
  readonly isErased: boolean
  readonly hasJoined: boolean
  /** End of the membership as the last import stored it. */
  readonly expiresAt: Date | null
  readonly isSame: boolean
} | null

/**
 * Decision about a person's row in an import. `seconds`: time to add. `creditSeconds`: time that the old balance buys.
 * `restart`: first takes back the time that earlier imports gave.
 */
export type PersonDecision =
  | { readonly effect: 'refused'; readonly fault: Fault }
  | { readonly effect: 'same' }
  | {
      readonly effect: 'added' | 'changed'
      readonly end: Date | null
      readonly maxDevices: number
      readonly seconds: number
      readonly creditSeconds: number
      readonly restart: boolean
      /** True if the import may replace account data, because the person has not signed in here. */
      readonly renews: boolean
    }

/**
 * Longest membership in days that an operator can give. A file gives no more: a later end, such as in the year 9999,
 * means "never", which requires a choice that the second operator sees.
 */
const mostDays = 3_660
/** Maximum number of days that a balance can buy; a larger balance is probably an error. */
const mostCreditDays = 3_660
const mostDevices = 100
const daySeconds = 86_400

/**
 * New end of an imported membership; null if no time is left. A fault if the membership has no end and the operator
 * chose no months for such memberships.
 */
function endOf(record: PersonRecord, choice: ImportChoice, now: Date): Date | null | Fault {
  const { expiry, plan } = record
  if (plan === null || expiry.kind === 'none') return null
  const isNever = expiry.kind === 'never' || expiry.at * 1000 > now.getTime() + mostDays * daySeconds * 1000
  if (isNever) return choice.neverMonths === null ? { code: 'neverEnds' } : planEnd(now, choice.neverMonths, 0)
  const end = new Date((expiry as { at: number }).at * 1000)
  return end > now ? end : null
}

const daysOfBalance = ({ balanceMinor }: PersonRecord, { balancePerDay }: ImportChoice): number =>
  balancePerDay === null ? 0 : Math.min(mostCreditDays, Math.floor(Math.max(0, balanceMinor) / balancePerDay))

const isFault = (value: Date | null | Fault): value is Fault => value !== null && 'code' in value

/**
 * Decides what the import does with a person's row. A repeated row changes nothing. In a newer file, a person who has
 * already signed in here only gets a later end, because account and time belong to that person by now.
 */
export function decidePerson(
  record: PersonRecord,
  known: KnownPerson,
  { isTaken, choice, now }: { readonly isTaken: boolean; readonly choice: ImportChoice; readonly now: Date },
): PersonDecision {
  const refused = (fault: Fault): PersonDecision => ({ effect: 'refused', fault })
  if (known?.isErased) return refused({ code: 'erased' })
  if (known?.isSame) return { effect: 'same' }
  if (isTaken) return refused({ code: 'emailTaken' })
  const end = endOf(record, choice, now)
  if (isFault(end)) return refused(end)
  const credit = known === null ? daysOfBalance(record, choice) * daySeconds : 0
  const plan = record.plan
  const isTimed = end !== null || credit > 0
  const mapped = plan !== null && Object.hasOwn(choice.devices, plan) ? choice.devices[plan] : undefined
  if (end !== null && mapped === undefined) return refused({ code: 'planUnmapped', params: { plan: plan ?? '' } })
  const maxDevices = isTimed ? Math.min(mostDevices, Math.max(1, record.maxDevices ?? mapped ?? 1)) : 0
  const left = (from: Date) => (end === null ? 0 : Math.max(0, Math.round((end.getTime() - from.getTime()) / 1000)))
  const time = { end, maxDevices, creditSeconds: credit }
  if (known === null) return { effect: 'added', ...time, seconds: left(now), restart: false, renews: true }
  const before = known.expiresAt !== null && known.expiresAt > now ? known.expiresAt : null
  if (known.hasJoined) {
    if (before !== null && (end === null || end < before)) return refused({ code: 'endsEarlier' })
    const seconds = left(before ?? now)
    if (seconds === 0) return { effect: 'same' }
    return { effect: 'changed', ...time, seconds, restart: false, renews: false }
  }
  return { effect: 'changed', ...time, seconds: left(now), restart: true, renews: true }
}
