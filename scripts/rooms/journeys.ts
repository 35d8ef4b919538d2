import type { Entry } from './follow-calls.ts'

/** Where each journey enters the code, in the order in which a customer or an operator gets there. */
export const journeys: Readonly<Record<string, readonly Entry[]>> = {
  'buy by Alipay': [
    ['web/features/checkout/pay.ts', 'pay'],
    ['server/api/payment.calls.ts', '/api/payment/payment_purchase'],
    ['server/modules/payments/providers/alipay.ts', 'create'],
    ['server/api/webhooks.ts', 'registerWebhooks'],
    ['server/modules/payments/providers/alipay.ts', 'parseNotification'],
    ['server/workflows/jobs/payment-jobs.ts', 'process-provider-event'],
    ['server/api/payment.calls.ts', '/api/payment/payment_order'],
  ],
  'join a group': [['server/api/group.calls.ts', '/api/payment/payment_joint_join']],
  'pay an affiliate': [
    ['server/workflows/affiliates/payouts/prepare-payouts.ts', 'preparePayouts'],
    ['server/workflows/affiliates/payouts/manage-payouts.ts', 'approvePayoutOf'],
    ['server/workflows/affiliates/payouts/manage-payouts.ts', 'createPayoutRecord'],
  ],
}
