/** Amount as the provider states it, possibly in a currency we do not sell in. */
type Amount = { readonly amountMinor: number; readonly currency: string }

/**
 * Line of a provider's list: money received or refunded. Only compared, never a fact. `adjusted`: settlement between
 * banks about a payment.
 */
export type ReportLine = {
  readonly kind: 'paid' | 'refunded' | 'adjusted'
  /** State of a refund that is pending or failed; absent if it is done. */
  readonly state?: 'pending' | 'failed'
  /** Our number according to the provider; empty if it has none. */
  readonly attemptId: string
  readonly providerTxnId: string
  readonly refundId: string | null
  readonly amount: Amount
  /** `adjusted` only: the provider's id, whether it took money from the payment, and its time. Null: not understood. */
  readonly adjustment?: { readonly id: string; readonly takes: boolean | null; readonly at: Date | null }
}

/**
 * Line of a list that could not be read. Contains none of its text, which may name a buyer. `number`: in its file, from
 * 1.
 */
export type UnreadLine = {
  readonly number: number
  /** Reason: another kind of business; a state, amount or number of unknown form; another shop; or wrong columns. */
  readonly why: 'kind' | 'state' | 'amount' | 'number' | 'merchant' | 'columns'
}

/** Provider's list of one day. An unread line does not affect others. `lacks`: kind of money it never contains. */
export type DayList = {
  readonly lines: readonly ReportLine[]
  readonly unread: readonly UnreadLine[]
  readonly lacks?: 'refunds'
}

/** Payment or refund in our database. */
export type KnownMovement = {
  readonly kind: 'paid' | 'refunded'
  readonly state?: 'pending' | 'failed'
  readonly orderId: string
  readonly attemptId: string
  readonly providerTxnId: string
  readonly refundId: string | null
  readonly amount: Amount
  /** True if that day's list must contain it. Money near midnight may be in the next one. */
  readonly isWithin: boolean
}
export type ReportDifference = {
  readonly what:
    | 'unknown_payment'
    | 'unknown_refund'
    | 'unsettled_refund'
    | 'other_amount'
    | 'other_number'
    | 'missing_payment'
    | 'missing_refund'
    | 'bank_adjustment'
  readonly line: ReportLine | null
  readonly known: KnownMovement | null
  /** Position among identical lines of refunds without a number, from 1. Each of these lines moved money. */
  readonly nth?: number
}

type Named = Pick<ReportLine, 'kind' | 'providerTxnId' | 'refundId' | 'adjustment'>
/** Key of a movement. A refund without a number uses its payment. */
const keyOf = ({ kind, providerTxnId, refundId, adjustment }: Named): string =>
  `${kind} ${kind === 'paid' ? providerTxnId : (adjustment?.id ?? (refundId || `of ${providerTxnId}`))}`

const isSameAmount = (one: Amount, other: Amount): boolean =>
  one.amountMinor === other.amountMinor && one.currency === other.currency

/** Text of a line for comparison: identical lines with one key count once, different ones are each compared. */
const textOf = ({ state, attemptId, providerTxnId, amount: { amountMinor, currency } }: ReportLine): string =>
  [state ?? 'done', attemptId, providerTxnId, amountMinor, currency].join(' ')

/**
 * Difference between a refund's state in the list and in our database, or null. Pending on one side matches any
 * unfinished state on the other; failed on one side only may have been paid twice.
 */
function compareStates(line: ReportLine, own: KnownMovement): ReportDifference['what'] | null {
  if (line.kind !== 'refunded' || line.state === own.state) return null
  if (own.state === 'failed') return 'unknown_refund'
  if (line.state === 'failed') return own.state === undefined ? 'missing_refund' : 'unsettled_refund'
  return own.state === 'pending' ? 'unsettled_refund' : null
}

function compareLine(line: ReportLine, own: KnownMovement | null): ReportDifference[] {
  if (line.kind === 'adjusted') return [{ what: 'bank_adjustment', line, known: null }]
  // A foreign refund that failed moved no money.
  if (!own && line.state === 'failed') return []
  if (!own) return [{ what: line.kind === 'paid' ? 'unknown_payment' : 'unknown_refund', line, known: null }]
  const isOther =
    line.providerTxnId !== own.providerTxnId || (line.attemptId !== '' && line.attemptId !== own.attemptId)
  const state = compareStates(line, own)
  const found = [
    ...(isSameAmount(line.amount, own.amount) ? [] : ['other_amount' as const]),
    ...(isOther ? ['other_number' as const] : []),
    ...(state ? [state] : []),
  ]
  return found.map((what) => ({ what, line, known: own }))
}

/**
 * True for refunds without a number, made in a provider's own console: two equal ones cannot be told from a repeated
 * line.
 */
const isUnnumbered = ({ kind, refundId, adjustment }: Named): boolean =>
  kind === 'refunded' && !refundId && adjustment === undefined

type Distinct = { readonly line: ReportLine; readonly nth?: number }

/** Lines with one key that are compared. Each refund without a number counts as separate money. */
function distinctLines(key: string, same: readonly ReportLine[]): readonly Distinct[] {
  const equal = Map.groupBy(same, (line) => (line.kind === 'adjusted' ? key : textOf(line)))
  return [...equal.values()].flatMap((lines): readonly Distinct[] => {
    const line = lines.at(-1) as ReportLine
    return isUnnumbered(line) ? lines.map((each, index) => ({ line: each, nth: index + 1 })) : [{ line }]
  })
}

/**
 * Compares a provider's list of a day with our database: entries on one side only, and entries with a different amount,
 * currency, number or state.
 */
export function compareReport(lines: readonly ReportLine[], known: readonly KnownMovement[]): ReportDifference[] {
  const stated = Map.groupBy(lines, keyOf)
  const booked = new Map(known.map((movement) => [keyOf(movement), movement]))
  return [
    ...[...stated].flatMap(([key, same]) => {
      const own = booked.get(key) ?? null
      return distinctLines(key, same).flatMap(({ line, ...nth }) =>
        compareLine(line, own).map((found) => ({ ...found, ...nth })),
      )
    }),
    ...[...booked]
      .filter(([key, { isWithin }]) => isWithin && !stated.has(key))
      .map(([, own]): ReportDifference => ({
        what: own.kind === 'paid' ? 'missing_payment' : 'missing_refund',
        line: null,
        known: own,
      })),
  ]
}
