import type { groupCalls } from '#shared/contract/group.ts'
import { AppError } from '#shared/errors.ts'
import type { PaymentDeps } from '#server/workflows/open-attempt.ts'
import type { Handlers } from './register-calls.ts'

const unavailable = () => Promise.reject(new AppError('Unavailable'))

export const groupHandlers = (_deps: PaymentDeps): Handlers<typeof groupCalls> => ({
  '/api/payment/payment_joint_group': unavailable,
  '/api/payment/payment_joint_purchase': unavailable,
  '/api/payment/payment_joint_join': unavailable,
  '/api/payment/payment_joint_join_for_pay': unavailable,
  '/api/payment/payment_joint_pay_rest': unavailable,
  '/api/payment/payment_joint_leave': unavailable,
  '/api/payment/payment_joint_order': unavailable,
  '/api/payment/payment_joint_purchase_created': unavailable,
  '/api/payment/payment_joint_purchase_participated': unavailable,
})
