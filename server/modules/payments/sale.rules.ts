import { foldPayments, paymentKey, sum, type Payment } from './fold-payments.rules.ts'
import type { OrderMoney } from './order-money.rules.ts'
import { inMoneyOfPayment } from './wrong-refunds.rules.ts'

export type Sale = {
  readonly payments: readonly Payment[]
  readonly paidMinor: number
  readonly refunds: readonly { readonly amountMinor: number; readonly at: Date }[]
  readonly refundedMinor: number
  readonly lostMinor: number
}

export function saleOf({ attempts, facts, refunds, paymentOutcome }: OrderMoney): Sale {
  const matched = paymentOutcome.payments.filter(({ mismatch }) => mismatch === null)
  const exact = matched.find(({ isPart }) => !isPart)
  const payments = exact ? [exact] : matched.filter(({ isPart }) => isPart)
  const keys = new Set(payments.map(paymentKey))
  const own = inMoneyOfPayment(facts)
    .filter((fact) => keys.has(paymentKey(fact)))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const backBy = (at: Date) =>
    sum(
      foldPayments(
        attempts,
        own.filter((fact) => fact.at <= at || fact.kind === 'paid'),
        refunds,
      ).map(({ refundedMinor }) => refundedMinor),
    )
  const moments = [
    ...new Set(own.filter(({ kind }) => kind === 'refunded' || kind === 'refund_failed').map(({ at }) => at.getTime())),
  ]
  const steps = moments.reduce<readonly Step[]>((known, time) => {
    const at = new Date(time)
    const more = backBy(at) - sum(known.map(({ amountMinor }) => amountMinor))
    return more > 0 ? [...known, { amountMinor: more, at }] : withoutLast(known, -more)
  }, [])
  return {
    payments,
    paidMinor: sum(payments.map(({ amountMinor }) => amountMinor)),
    refunds: steps,
    refundedMinor: sum(payments.map(({ refundedMinor }) => refundedMinor)),
    lostMinor: sum(payments.map(({ lostMinor }) => lostMinor)),
  }
}

type Step = { readonly amountMinor: number; readonly at: Date }

/** Reduces the refunds, latest first, by the amount of those that failed afterwards. */
function withoutLast(steps: readonly Step[], minor: number): readonly Step[] {
  const last = steps.at(-1)
  if (minor <= 0 || !last) return steps
  if (last.amountMinor <= minor) return withoutLast(steps.slice(0, -1), minor - last.amountMinor)
  return [...steps.slice(0, -1), { ...last, amountMinor: last.amountMinor - minor }]
}
