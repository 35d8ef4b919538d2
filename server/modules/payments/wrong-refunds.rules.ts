import type { FactView, RefundView } from './payment-views.rules.ts'

const keyOf = (fact: { attemptId: string; providerTxnId: string }) => `${fact.attemptId}\n${fact.providerTxnId}`
const isOfProvider = ({ kind, isElsewhere }: FactView): boolean => kind === 'refunded' && !isElsewhere

/** The currency in which a fact's payment came in; its own while that payment is not known. */
function currencyOfPayment(facts: readonly FactView[]) {
  const payments = new Map(
    facts.flatMap((fact) => (fact.kind === 'paid' ? [[keyOf(fact), fact.currency] as const] : [])),
  )
  return (fact: FactView): string => payments.get(keyOf(fact)) ?? fact.currency
}

/** Without what is said to have gone back in other money than came in: no rule can say how much of the payment that was. */
export function inMoneyOfPayment(facts: readonly FactView[]): readonly FactView[] {
  const currencyOf = currencyOfPayment(facts)
  return facts.filter((fact) => !isOfProvider(fact) || currencyOf(fact) === fact.currency)
}

/** A refund of which the provider says another currency than the payment's, or another sum than was asked for. */
export type WrongRefund = { readonly fact: FactView; readonly askedMinor: number | null }

export function findWrongRefunds(facts: readonly FactView[], refunds: readonly RefundView[]): readonly WrongRefund[] {
  const currencyOf = currencyOfPayment(facts)
  return facts.filter(isOfProvider).flatMap((fact): WrongRefund[] => {
    const askedMinor = refunds.find(({ id }) => id === fact.refundId)?.amountMinor ?? null
    const isAsAsked = askedMinor === null || askedMinor === fact.amountMinor
    return isAsAsked && currencyOf(fact) === fact.currency ? [] : [{ fact, askedMinor }]
  })
}
