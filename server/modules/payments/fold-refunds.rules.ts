import type { FactKind, FactView, FailedRefund, RefundView } from './payment-views.rules.ts'

const sumOf = (some: readonly { readonly amountMinor: number }[]) =>
  some.reduce((total, { amountMinor }) => total + amountMinor, 0)

const isOfProvider = ({ kind, isElsewhere }: FactView): boolean => kind === 'refunded' && !isElsewhere

/**
 * True if the latest statement of the provider about a refund is a failure. Of a success and a failure with the same
 * time, the failure counts. Payments made another way are ignored.
 */
function isFailed(about: readonly FactView[]): boolean {
  const last = (kind: FactKind) =>
    Math.max(...about.filter((fact) => fact.kind === kind && !fact.isElsewhere).map(({ at }) => at.getTime()))
  return last('refund_failed') > -Infinity && last('refund_failed') >= last('refunded')
}

/**
 * Refunded amount of a payment, and its failed refunds. Providers report single refunds, a running total, or both: the
 * larger of the sum and the total is right, because either may be late. A running total from before a failure still
 * includes the failed refund.
 */
export function foldRefunds(own: readonly FactView[]) {
  const about = own.filter(({ kind }) => kind === 'refunded' || kind === 'refund_failed')
  const single = [
    ...Map.groupBy(
      about.filter(({ refundId }) => refundId !== null),
      ({ refundId }) => refundId,
    ),
  ]
  const known = single.map(([id, facts]) => {
    const failures = facts.filter(({ kind }) => kind === 'refund_failed')
    return {
      id: id ?? '',
      failure: isFailed(facts) ? failures.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0] : undefined,
      went: isFailed(facts) ? undefined : facts.find(isOfProvider),
      elsewhere: facts.find(({ isElsewhere }) => isElsewhere),
    }
  })
  const failed = known.flatMap(({ id, failure, elsewhere }) => (failure ? [{ id, failure, elsewhere }] : []))
  const totals = about
    .filter((fact) => fact.refundId === null)
    .map(
      ({ amountMinor, at }) =>
        amountMinor - sumOf(failed.flatMap(({ failure }) => (failure.at >= at ? [failure] : []))),
    )
  // Ignores an operator's payment by another way if the provider's own refund succeeded after all.
  const elsewhereMinor = sumOf(known.flatMap(({ went, elsewhere }) => (elsewhere && !went ? [elsewhere] : [])))
  return {
    hasFailed: failed.length > 0,
    failedRefunds: failed
      .filter(({ elsewhere }) => !elsewhere)
      .map(({ id, failure }): FailedRefund => ({ id, amountMinor: failure.amountMinor, currency: failure.currency }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    elsewhereMinor,
    backMinor: Math.max(sumOf(known.flatMap(({ went }) => (went ? [went] : []))), ...totals, 0) + elsewhereMinor,
  }
}

export function refundsByFacts(refunds: readonly RefundView[], facts: readonly FactView[]): readonly RefundView[] {
  const single = Map.groupBy(facts, ({ refundId }) => refundId)
  return refunds.map((refund) => {
    const about = single.get(refund.id) ?? []
    const isDone = about.some(isOfProvider)
    const status = isFailed(about) ? 'failed' : isDone ? 'done' : refund.status
    return status === refund.status ? refund : { ...refund, status }
  })
}
