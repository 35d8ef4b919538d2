/** As a provider states it: its currency may be one that we do not sell in. */
type Amount = { readonly amountMinor: number; readonly currency: string }

/**
 * A line of a provider's own list: money that came in or went back. Not a fact: it is only compared. `adjusted`: what banks settled
 * between themselves about a payment.
 */
export type ReportLine = {
  readonly kind: 'paid' | 'refunded' | 'adjusted'
  /** Our number as the provider has it; empty if it has none. */
  readonly attemptId: string
  readonly providerTxnId: string
  readonly refundId: string | null
  readonly amount: Amount
  /** Of what was adjusted: its name at the provider, whether it took money of the payment, and when; null where that is not understood. */
  readonly adjustment?: { readonly id: string; readonly takes: boolean | null; readonly at: Date | null }
}

/** Money as our books know it: a payment, or a refund that is done. */
export type KnownMovement = {
  readonly kind: 'paid' | 'refunded'
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
    | 'other_amount'
    | 'missing_payment'
    | 'missing_refund'
    | 'bank_adjustment'
  readonly line: ReportLine | null
  readonly known: KnownMovement | null
}

const keyOf = ({
  kind,
  providerTxnId,
  refundId,
  adjustment,
}: Pick<ReportLine, 'kind' | 'providerTxnId' | 'refundId' | 'adjustment'>): string =>
  `${kind} ${kind === 'paid' ? providerTxnId : (adjustment?.id ?? refundId ?? '')}`

/**
 * A provider's list of a day against the books: what only one side has, and what both have with another amount or
 * currency. A line that occurs twice counts once.
 */
export function compareReport(lines: readonly ReportLine[], known: readonly KnownMovement[]): ReportDifference[] {
  const stated = new Map(lines.map((line) => [keyOf(line), line]))
  const booked = new Map(known.map((movement) => [keyOf(movement), movement]))
  return [
    ...[...stated].flatMap(([key, line]): ReportDifference[] => {
      const own = booked.get(key) ?? null
      if (line.kind === 'adjusted') return [{ what: 'bank_adjustment', line, known: null }]
      if (!own) return [{ what: line.kind === 'paid' ? 'unknown_payment' : 'unknown_refund', line, known: null }]
      const same = own.amount.amountMinor === line.amount.amountMinor && own.amount.currency === line.amount.currency
      return same ? [] : [{ what: 'other_amount', line, known: own }]
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
