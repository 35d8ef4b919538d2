import type { Currency } from '#shared/money.ts'
import { beijingDayBefore } from '#server/modules/payments/beijing-time.rules.ts'
import type { FaultKind } from '#simulators/faults.ts'
import type { Placed, Shop } from './payments.setup.ts'

export type Desk = {
  pay(placed: Placed, how?: { notify: 0 }): void
  /** Somebody else's payment, on the same account. */
  payStranger(currency: Currency): void
  /** As an operator does at the provider, without the shop's knowledge. */
  refundSilently(placed: Placed, number: string, amountMinor: number): void
  /** From now on the provider remembers a payment without refunds, of one unit less; or none at all. */
  remember(placed: Placed, what: 'less' | 'nothing'): void
  fault(kind: FaultKind): void
}

/** The provider's side of the counter, whichever it is. */
export function deskOf(shop: Shop, provider: 'alipay' | 'wechat' | 'unionpay' | 'stripe'): Desk {
  return provider === 'alipay' ? alipayDesk(shop) : tillDesk(shop, provider)
}

/** The day under which a payment of this moment is listed: UnionPay's ends at 23:00 in Beijing. */
export const billDay = (provider: string): string =>
  beijingDayBefore(new Date(Date.now() + (provider === 'unionpay' ? 3_600_000 : 0)), 0)

const stranger = {
  number: '01KAG2S0N0NE0FTHESE0RDERS0',
  subject: 'x, y',
  totalMinor: 100,
  notifyUrl: '',
  returnUrl: '',
} as const

function alipayDesk({ simulator: { bank, faults } }: Shop): Desk {
  return {
    pay: ({ attemptId }, how) => bank.pay(bank.scan(attemptId) ?? bank.get(attemptId), how),
    payStranger() {
      const { number: outTradeNo, ...rest } = stranger
      bank.pay(bank.open({ ...rest, outTradeNo, expiresAt: Date.now() + 60_000 }), { notify: 0 })
    },
    refundSilently({ attemptId }, number, amountMinor) {
      bank.dropNotifications(true)
      bank.refund(bank.get(attemptId), number, amountMinor)
      bank.dropNotifications(false)
    },
    remember({ attemptId }, what) {
      const trade = bank.get(attemptId)
      trade.refunds = []
      if (what === 'less') trade.totalMinor -= 1
      else trade.paidAt = null
    },
    fault: (kind) => faults.add({ method: 'alipay.data.dataservice.bill.downloadurl.query', kind, times: 1, ms: 0 }),
  }
}

function tillDesk({ simulator }: Shop, provider: 'wechat' | 'unionpay' | 'stripe'): Desk {
  const { till, faults } = simulator.counters[provider]
  return {
    pay: ({ attemptId }, how) => till.pay(till.get(attemptId), how),
    payStranger(currency) {
      const expiresAt = Date.now() + 60_000
      till.pay(till.open({ ...stranger, currency, expiresAt, extra: { session: 'cs_stranger' } }), { notify: 0 })
    },
    refundSilently({ attemptId }, number, amountMinor) {
      till.dropNotifications(true)
      till.refund(till.get(attemptId), number, amountMinor)
      till.dropNotifications(false)
    },
    remember({ attemptId }, what) {
      const bill = till.get(attemptId)
      bill.refunds = []
      if (what === 'less') bill.paidMinor -= 1
      else bill.paidAt = null
    },
    fault: (kind) => faults.add({ method: 'bill', kind, times: 1, ms: 0 }),
  }
}
