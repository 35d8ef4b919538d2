import type { Entry } from './follow-calls.ts'

export type Journey = {
  readonly entries: readonly Entry[]
  /** Test of `tests/integration/journeys/plain.test.ts` that follows this journey without errors. */
  readonly test: string
}

export const journeys: Readonly<Record<string, Journey>> = {
  'buy by Alipay': {
    entries: [
      ['web/features/checkout/pay.ts', 'pay'],
      ['server/api/payment.calls.ts', '/api/payment/payment_purchase'],
      ['server/modules/payments/providers/alipay.ts', 'create'],
      ['server/api/webhooks.ts', 'registerWebhooks'],
      ['server/modules/payments/providers/alipay.ts', 'parseNotification'],
      ['server/workflows/jobs/payment-jobs.ts', 'process-provider-event'],
      ['server/api/payment.calls.ts', '/api/payment/payment_order'],
    ],
    test: 'a buyer orders a plan, pays it by Alipay and reads that the order is paid',
  },
  'join a group': {
    entries: [['server/api/group.calls.ts', '/api/payment/payment_joint_join']],
    test: 'a friend takes a free seat in a group whose creator paid for everyone',
  },
  'pay an affiliate': {
    entries: [
      ['server/workflows/affiliates/payouts/prepare-payouts.ts', 'preparePayouts'],
      ['server/workflows/affiliates/payouts/manage-payouts.ts', 'approvePayoutOf'],
      ['server/workflows/affiliates/payouts/record-payout.ts', 'createPayoutRecord'],
    ],
    test: 'an affiliate is paid what a month brought, by two operators',
  },
}
