/** Amount as the provider reports it, possibly in a currency in which we do not sell. */
type Amount = { readonly amountMinor: number; readonly currency: string }

/**
 * Line of a provider's settlement report: money received or refunded. It is only compared and never becomes a payment
 * fact. `adjusted`: an adjustment between banks about a payment.
 */
export type ReportLine = {
  readonly kind: 'paid' | 'refunded' | 'adjusted'
  /** State of a refund that is pending or failed. Absent if the refund is done. */
  readonly state?: 'pending' | 'failed'
  /** Our attempt id according to the provider. Empty if the report line has none. */
  readonly attemptId: string
  readonly providerTxnId: string
  readonly refundId: string | null
  readonly amount: Amount
  /**
   * Only for `adjusted`: the provider's id of the adjustment, and its time. `takes`: true if money was taken from the
   * payment; null if that is unclear.
   */
  readonly adjustment?: { readonly id: string; readonly takes: boolean | null; readonly at: Date | null }
}

/**
 * Report line that could not be parsed. Omits its text, which may contain a customer's name. `number` counts from 1:
 * the line in its file, or the entry in a list without a file.
 */
export type UnreadLine = {
  readonly number: number
  /**
   * Reason why a report line was not read. `kind`: another type of business. `state`, `amount`, `number`: unknown
   * format. `merchant`: another shop. `columns`: wrong columns.
   */
  readonly why: 'kind' | 'state' | 'amount' | 'number' | 'merchant' | 'columns'
}

/**
 * Provider's list of one day. A line that cannot be read does not affect the others. `lacks`: kind of money that the
 * list never contains.
 */
export type DayList = {
  readonly lines: readonly ReportLine[]
  readonly unread: readonly UnreadLine[]
  readonly lacks?: 'refunds'
}

export type KnownMovement = {
  readonly kind: 'paid' | 'refunded'
  readonly state?: 'pending' | 'failed'
  readonly orderId: string
  readonly attemptId: string
  readonly providerTxnId: string
  readonly refundId: string | null
  readonly amount: Amount
  /** True if this day's report must contain the payment or refund. Money near midnight may be in the next report. */
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
  /** Position among identical refund lines without a refund number, from 1. Each of these lines moved money. */
  readonly nth?: number
}

type Named = Pick<ReportLine, 'kind' | 'providerTxnId' | 'refundId' | 'adjustment'>
/**
 * Key by which a payment or refund in the report is matched with ours. A refund without a number uses the number of its
 * payment, and a bank adjustment its own id.
 */
const keyOf = ({ kind, providerTxnId, refundId, adjustment }: Named): string =>
  `${kind} ${kind === 'paid' ? providerTxnId : (adjustment?.id ?? (refundId || `of ${providerTxnId}`))}`

const isSameAmount = (one: Amount, other: Amount): boolean =>
  one.amountMinor === other.amountMinor && one.currency === other.currency

/** Text of a line for comparison. Lines with the same key and text are repeats and count once. */
const textOf = ({ state, attemptId, providerTxnId, amount: { amountMinor, currency } }: ReportLine): string =>
  [state ?? 'done', attemptId, providerTxnId, amountMinor, currency].join(' ')

/**
 * Compares a refund's state in the report with ours. Returns null if they agree, or if ours is done and the report
 * still says pending. A refund that failed only for us, `unknown_refund`, may be returned to the payer twice.
 */
function compareStates(line: ReportLine, own: KnownMovement): ReportDifference['what'] | null {
  if (line.kind !== 'refunded' || line.state === own.state) return null
  if (own.state === 'failed') return 'unknown_refund'
  if (line.state === 'failed') return own.state === undefined ? 'missing_refund' : 'unsettled_refund'
  return own.state === 'pending' ? 'unsettled_refund' : null
}

function compareLine(line: ReportLine, own: KnownMovement | null): ReportDifference[] {
  if (line.kind === 'adjusted') return [{ what: 'bank_adjustment', line, known: null }]
  // A failed refund that only the report contains moved no money.
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
 * True for refunds without a number, which were made in the provider's own console. Two equal ones cannot be told from
 * a repeated line.
 */
const isUnnumbered = ({ kind, refundId, adjustment }: Named): boolean =>
  kind === 'refunded' && !refundId && adjustment === undefined

type Distinct = { readonly line: ReportLine; readonly nth?: number }

function distinctLines(key: string, same: readonly ReportLine[]): readonly Distinct[] {
  const equal = Map.groupBy(same, (line) => (line.kind === 'adjusted' ? key : textOf(line)))
  return [...equal.values()].flatMap((lines): readonly Distinct[] => {
    const line = lines.at(-1) as ReportLine
    return isUnnumbered(line) ? lines.map((each, index) => ({ line: each, nth: index + 1 })) : [{ line }]
  })
}

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
