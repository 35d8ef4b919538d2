import type { FactView, RefundView } from './payment-views.rules.ts'

const keyOf = (fact: { attemptId: string; providerTxnId: string }) => `${fact.attemptId}\n${fact.providerTxnId}`
const isOfProvider = ({ kind, isElsewhere }: FactView): boolean => kind === 'refunded' && !isElsewhere

function currencyOfPayment(facts: readonly FactView[]) {
  const payments = new Map(
    facts.flatMap((fact) => (fact.kind === 'paid' ? [[keyOf(fact), fact.currency] as const] : [])),
  )
  return (fact: FactView): string => payments.get(keyOf(fact)) ?? fact.currency
}

/**
 * Leaves out refunds reported in another currency than their payment, because it is unknown how much of the payment
 * they return.
 */
export function inMoneyOfPayment(facts: readonly FactView[]): readonly FactView[] {
  const currencyOf = currencyOfPayment(facts)
  return facts.filter((fact) => !isOfProvider(fact) || currencyOf(fact) === fact.currency)
}

export type WrongRefund = { readonly fact: FactView; readonly askedMinor: number | null }

export function findWrongRefunds(facts: readonly FactView[], refunds: readonly RefundView[]): readonly WrongRefund[] {
  const currencyOf = currencyOfPayment(facts)
  return facts.filter(isOfProvider).flatMap((fact): WrongRefund[] => {
    const askedMinor = refunds.find(({ id }) => id === fact.refundId)?.amountMinor ?? null
    const isAsAsked = askedMinor === null || askedMinor === fact.amountMinor
    return isAsAsked && currencyOf(fact) === fact.currency ? [] : [{ fact, askedMinor }]
  })
}
