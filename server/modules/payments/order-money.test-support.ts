import type { FactView } from './payment-views.rules.ts'

export const minute = (n: number) => new Date(Date.UTC(2026, 10, 20, 9, n))
export const order = {
  orderId: 'o',
  total: { amountMinor: 10_000, currency: 'CNY' },
  attempts: [
    { id: 'gateway', provider: 'alipay', status: 'open', amountMinor: 10_000, currency: 'CNY' },
    { id: 'chain', provider: 'crypto', status: 'open', amountMinor: 10_000, currency: 'CNY', addsUp: true },
  ],
} as const
export const fact = (providerTxnId: string, at: number, more: Partial<FactView> = {}): FactView => ({
  kind: 'paid',
  attemptId: 'gateway',
  providerTxnId,
  refundId: null,
  amountMinor: 10_000,
  currency: 'CNY',
  at: minute(at),
  ...more,
})
export const part = (providerTxnId: string, at: number, amountMinor: number) =>
  fact(providerTxnId, at, { attemptId: 'chain', amountMinor })
