/** As a provider states it: its currency may be one that we do not sell in. */
type Amount = { readonly amountMinor: number; readonly currency: string }

/**
 * A line of a provider's own list: money that came in or went back. Not a fact: it is only compared. `adjusted`: what banks settled
 * between themselves about a payment.
 */
export type ReportLine = {
  readonly kind: 'paid' | 'refunded' | 'adjusted'
  /** Of a refund whose money has not gone: the provider still works on it, or gave it up. */
  readonly state?: 'pending' | 'failed'
  /** Our number as the provider has it; empty if it has none. */
  readonly attemptId: string
  readonly providerTxnId: string
  readonly refundId: string | null
  readonly amount: Amount
  /** Of what was adjusted: its name at the provider, whether it took money of the payment, and when; null where that is not understood. */
  readonly adjustment?: { readonly id: string; readonly takes: boolean | null; readonly at: Date | null }
}

/** Line of a list that could not be read. Holds no text of the line, which may name a buyer. `number`: counted from 1 in its file. */
export type UnreadLine = {
  readonly number: number
  /** What kept it: another kind of business, a state, sum or number of an unknown form, another shop, or its columns. */
  readonly why: 'kind' | 'state' | 'amount' | 'number' | 'merchant' | 'columns'
}

/** A provider's list of one day. An unread line stops no other one. */
export type DayList = { readonly lines: readonly ReportLine[]; readonly unread: readonly UnreadLine[] }

/** Money as our books know it: a payment, or a refund. */
export type KnownMovement = {
  readonly kind: 'paid' | 'refunded'
  readonly state?: 'pending' | 'failed'
  readonly orderId: string
  readonly attemptId: string
  readonly providerTxnId: string
  readonly refundId: string | null
  readonly amount: Amount
  /** Whether the list of that day must name it: money at midnight may stand on the next. */
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
/** A refund without a number is known by its payment. */
const keyOf = ({ kind, providerTxnId, refundId, adjustment }: Named): string =>
  `${kind} ${kind === 'paid' ? providerTxnId : (adjustment?.id ?? (refundId || `of ${providerTxnId}`))}`

const isSameAmount = (one: Amount, other: Amount): boolean =>
  one.amountMinor === other.amountMinor && one.currency === other.currency

/** Lines of one name that say the same are one; those that differ are each compared. */
const textOf = ({ state, attemptId, providerTxnId, amount: { amountMinor, currency } }: ReportLine): string =>
  [state ?? 'done', attemptId, providerTxnId, amountMinor, currency].join(' ')

/**
 * How a refund in the list differs from ours by its state. A refund that is on its way on either side agrees with one that is not
 * done yet; one that failed on one side alone may be paid twice.
 */
function compareStates(line: ReportLine, own: KnownMovement): ReportDifference['what'] | null {
  if (line.kind !== 'refunded' || line.state === own.state) return null
  if (own.state === 'failed') return 'unknown_refund'
  if (line.state === 'failed') return own.state === undefined ? 'missing_refund' : 'unsettled_refund'
  return own.state === 'pending' ? 'unsettled_refund' : null
}

function compareLine(line: ReportLine, own: KnownMovement | null): ReportDifference[] {
  if (line.kind === 'adjusted') return [{ what: 'bank_adjustment', line, known: null }]
  // A refund that is not ours and came to nothing moved no money.
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

/** Refunds that were made in a provider's own console may have no number: nothing tells two equal ones from a line told twice. */
const isUnnumbered = ({ kind, refundId, adjustment }: Named): boolean =>
  kind === 'refunded' && !refundId && adjustment === undefined

type Distinct = { readonly line: ReportLine; readonly nth?: number }

/** The lines of one name that are compared. Every refund without a number is money of its own. */
function distinctLines(key: string, same: readonly ReportLine[]): readonly Distinct[] {
  const equal = Map.groupBy(same, (line) => (line.kind === 'adjusted' ? key : textOf(line)))
  return [...equal.values()].flatMap((lines): readonly Distinct[] => {
    const line = lines.at(-1) as ReportLine
    return isUnnumbered(line) ? lines.map((each, index) => ({ line: each, nth: index + 1 })) : [{ line }]
  })
}

/**
 * A provider's list of a day against the books: what only one side has, and what both have with another amount, currency, number
 * or state.
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
