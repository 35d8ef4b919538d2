import type { Currency } from '#shared/money.ts'
import { beijingDayBefore } from '#server/modules/payments/beijing-time.rules.ts'
import type { FaultKind } from '#simulators/faults.ts'
import type { Gateway } from '#simulators/fake-gateway/fake-gateway.ts'
import type { Placed, Shop } from './payments.setup.ts'

export type Desk = {
  pay(placed: Placed, how?: { notify: 0 }): void
  /** Someone else's payment, on the same account. */
  payStranger(currency: Currency): void
  /** As an operator does at the provider, without the shop's knowledge. */
  refundSilently(placed: Placed, number: string, amountMinor: number): void
  /** From now on the provider remembers a payment without refunds, of one unit less; or none at all. */
  remember(placed: Placed, what: 'less' | 'nothing'): void
  fault(kind: FaultKind): void
}

/** The day under which a payment of this moment is listed: UnionPay's ends at 23:00 in Beijing. */
export const reportDay = (provider: string): string =>
  beijingDayBefore(new Date(Date.now() + (provider === 'unionpay' ? 3_600_000 : 0)), 0)

const stranger = {
  number: '01KAG2S0N0NE0FTHESE0RDERS0',
  subject: 'x, y',
  totalMinor: 100,
  notifyUrl: '',
  returnUrl: '',
} as const

/** The provider's side of the counter, whichever it is. */
export function deskOf({ simulator }: Shop, provider: Gateway): Desk {
  const { fakeGateway, faults } = simulator.counters[provider]
  return {
    pay: ({ attemptId }, how) => fakeGateway.pay(fakeGateway.get(attemptId), how),
    payStranger(currency) {
      const expiresAt = Date.now() + 60_000
      fakeGateway.pay(fakeGateway.open({ ...stranger, currency, expiresAt, extra: { session: 'cs_stranger' } }), {
        notify: 0,
      })
    },
    refundSilently({ attemptId }, number, amountMinor) {
      fakeGateway.dropNotifications(true)
      fakeGateway.refund(fakeGateway.get(attemptId), number, amountMinor)
      fakeGateway.dropNotifications(false)
    },
    remember({ attemptId }, what) {
      const gatewayPayment = fakeGateway.get(attemptId)
      gatewayPayment.refunds = []
      if (what === 'less') gatewayPayment.paidMinor -= 1
      else gatewayPayment.paidAt = null
    },
    fault: (kind) => faults.add({ method: 'bill', kind, times: 1, ms: 0 }),
  }
}
