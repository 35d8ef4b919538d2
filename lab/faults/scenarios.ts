import { createBatch } from '#server/modules/redeem-codes/redeem-codes.service.ts'
import { listPayoutLines } from '#server/modules/payouts/payouts.queries.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { createJobRunner, type JobRunner } from '#server/platform/job-runner.ts'
import { cancelOrder } from '#server/workflows/orders/cancel-order.ts'
import { createPayoutCheck } from '#server/workflows/crypto/check-payout.ts'
import { joinForPay } from '#server/workflows/groups/join-group.ts'
import { lastId } from '#server/workflows/affiliates/describe-invites.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { paymentJobs } from '#server/workflows/jobs/payment-jobs.ts'
import { placeOrder } from '#server/workflows/orders/place-order.ts'
import { receiveNotification } from '#server/workflows/payments/attempts/receive-notification.ts'
import { findAttempt } from '#server/modules/payments/payments.queries.ts'
import { reconcileAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { redeemCode } from '#server/workflows/orders/redeem-code.ts'
import { RefundRefused } from '#server/workflows/payments/refunds/request-refund.ts'
import { approvePreparedPayout, preparePayouts, recordPayoutPaid, requestRefund } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import type { SecretKeys } from '#server/platform/secret-keys.ts'

export type Deps = PaymentDeps & { readonly secretKey: SecretKeys }
/** Input of a scenario, known to the process to be killed and to the one that takes over. */
export type Task = {
  readonly userId: string
  readonly key: string
  readonly orderId: string
  readonly attemptId: string
  readonly code: string
  readonly hash: string
  /** Id of a group of two whose creator has paid; only for group scenarios. */
  readonly groupId: string
  readonly notification: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
}
export type ScenarioName =
  | 'purchase'
  | 'notification'
  | 'poll'
  | 'refund'
  | 'cancel'
  | 'redeem'
  | 'join'
  | 'complete'
  | 'payout'

export const jobsOf = (deps: Deps): JobRunner =>
  createJobRunner({ database: deps.database, log: deps.log, handlers: paymentJobs(deps), schedules: [] })

export const promoCode = 'FAULTS'
const buy = (deps: Deps, { userId, key }: Task): Promise<{ orderId: string }> =>
  placeOrder(
    { ...deps, digest: createKeyedDigest(deps.secretKey) },
    {
      userId,
      goodsId: 'plan-12',
      currency: 'CNY',
      method: 'wechat',
      expectedTotalMinor: 24_120,
      promo: { code: promoCode, network: userId },
      idempotencyKey: key,
    },
  )

export const shareMinor = 21_800
const joinGroup = (deps: Deps, { userId, key, groupId }: Task): Promise<{ orderId: string }> =>
  joinForPay(deps, { userId, groupId, method: 'wechat', expectedTotalMinor: shareMinor, idempotencyKey: key })
export const place = (deps: Deps, task: Task): Promise<{ orderId: string }> =>
  task.groupId === '' ? buy(deps, task) : joinGroup(deps, task)

/** Work of the process that is killed, by scenario. The process that takes over can repeat it. */
export const scenarios: Record<ScenarioName, (deps: Deps, task: Task) => Promise<unknown>> = {
  purchase: buy,
  async notification(deps, { notification }) {
    const reply = await receiveNotification(deps, 'wechat', {
      raw: Buffer.from(notification.body),
      headers: notification.headers,
    })
    if (reply.status !== 200) throw new Error(`the notification was answered ${reply.status}`)
    await jobsOf(deps).drain()
  },
  poll,
  join: joinGroup,
  /** Pays the last share of a group, which grants membership time to all members. */
  complete: poll,
  async refund(deps, { orderId }) {
    await requestRefund(deps.database, { orderId, amountMinor: 'all', reason: 'fault', requestedBy: ada }).catch(
      (error: unknown) => {
        // The refund had been requested before the kill, so the refusal is correct.
        if (!(error instanceof RefundRefused) || error.availableMinor > 0) throw error
      },
    )
    await jobsOf(deps).drain()
  },
  payout,
  cancel: (deps, { userId, orderId }) => cancelOrder(deps, userId, orderId),
  redeem: (deps, { code, userId }) =>
    redeemCode(
      { database: deps.database, digest: createKeyedDigest(deps.secretKey) },
      { code, userId, network: userId },
    ),
}

async function poll(deps: Deps, { attemptId }: Task): Promise<void> {
  const attempt = await findAttempt(deps.database, attemptId)
  if (attempt) await reconcileAttempt(deps, attempt)
}

export const makeCode = async ({ database }: Deps, name: string): Promise<string> => {
  const batch = { name, months: 1, bonusDays: 0, maxDevices: 3, count: 1, expiresAt: null, createdBy: 'op' }
  const codes = await database.transaction((tx) => createBatch(tx, batch))
  return codes?.[0] ?? ''
}

/**
 * Closes an affiliate's month, has the payout approved by a second operator and marked as paid; skips finished steps.
 */
async function payout({ database }: Deps, { userId, hash }: Task): Promise<void> {
  const now = new Date()
  const period = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 10)
  await preparePayouts(database, { period, operator: ada })
  const state = async () => (await listPayoutLines(database, userId, lastId, 1))[0]
  const prepared = await state()
  if (prepared?.state === 'prepared') await approvePreparedPayout(database, prepared.id, ben)
  const approved = await state()
  if (approved?.state === 'approved')
    await recordPayoutPaid(database, createPayoutCheck(null), { id: approved.id, hash, operator: ben })
}
