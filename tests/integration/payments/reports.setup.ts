import type { Currency } from '#shared/money.ts'
import { beijingDayBefore } from '#server/modules/payments/beijing-time.rules.ts'
import type { FaultKind } from '#simulators/faults.ts'
import type { Gateway } from '#simulators/fake-gateway/fake-gateway.ts'
import type { Placed, Shop } from './payments.setup.ts'

type Desk = {
  pay(placed: Placed, how?: { notify: 0 }): void
  /** Makes a payment by a stranger on the same merchant account. */
  payStranger(currency: Currency): void
  /** Refunds at the provider like an operator there, without the shop's knowledge. */
  refundSilently(placed: Placed, number: string, amountMinor: number): void
  /** Makes the provider state a payment with one unit less and without refunds, or not state it at all. */
  remember(placed: Placed, what: 'less' | 'nothing'): void
  fault(kind: FaultKind, method?: string): void
  holdRefunds(on: boolean): void
  settleSilently(placed: Placed, end: 'done' | 'failed'): void
}

/** Lines that are not ours or have an unknown form: two for the report of each provider that has report files. */
export const strangeLines: Readonly<Record<Gateway, readonly string[]>> = {
  // A transfer, and a payment of another shop. Columns: pay.weixin.qq.com, "交易账单详细说明".
  wechat: [
    '`2026-11-20 09:14:05,`wx2026,`1900000001,`0,`,`42000009,`OTHER,`oUpF8u,`NATIVE,`TRANSFER,`OTHERS,`CNY,`1.00,`0.00,`0,`0,`0.00,`0.00,`,`,`x,`,`0.00000,`0.60%,`1.00,`0.00,`',
    '`2026-11-20 09:14:05,`wx2026,`1900000002,`0,`,`42000010,`OTHER,`oUpF8u,`NATIVE,`SUCCESS,`OTHERS,`CNY,`1.00,`0.00,`0,`0,`0.00,`0.00,`,`,`x,`,`0.00000,`0.60%,`1.00,`0.00,`',
  ],
  // A transfer, and an amount with an unquoted comma.
  alipay: [
    '2026112022009,OTHER,转账,x,2026-11-20 09:00:00,2026-11-20 09:01:00,,,,,*明,1.00,1.00,0.00,0.00,0.00,0.00,0.00,,0.00,0.00,,0.00,0.00,',
    '2026112022010,OTHER,交易,x,2026-11-20 09:00:00,2026-11-20 09:01:00,,,,,*明,1,035.00,1,035.00,0.00,0.00,0.00,0.00,0.00,,0.00,0.00,,0.00,0.00,',
  ],
  unionpay: ['S22 04900000', 'S56 of another form'],
  stripe: [],
  epay1: [],
  epay2: [],
}

/** Day of the report that lists a payment made now. UnionPay's day ends at 23:00 in Beijing. */
export const reportDay = (provider: string): string =>
  beijingDayBefore(new Date(Date.now() + (provider === 'unionpay' ? 3_600_000 : 0)), 0)

const stranger = {
  number: '01KAG2S0N0NE0FTHESE0RDERS0',
  subject: 'x, y',
  totalMinor: 100,
  notifyUrl: '',
  returnUrl: '',
} as const

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
    fault: (kind, method = 'bill') => faults.add({ method, kind, times: 1, ms: 0 }),
    holdRefunds: (on) => fakeGateway.holdRefunds(on),
    settleSilently({ attemptId }, end) {
      const gatewayPayment = fakeGateway.get(attemptId)
      fakeGateway.dropNotifications(true)
      for (const { number } of gatewayPayment.refunds) fakeGateway.settleRefund(gatewayPayment, number, end)
      fakeGateway.dropNotifications(false)
    },
  }
}
