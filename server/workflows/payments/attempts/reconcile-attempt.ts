import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import { claimDueAttempts, mayQueryAttempt } from '#server/modules/payments/attempts.service.ts'
import { claimStaleRefunds, findAttempt, type Attempt } from '#server/modules/payments/payments.queries.ts'
import type { Fact, ProviderId } from '#server/modules/payments/providers/port.ts'
import { money } from '#shared/money.ts'
import { enqueueRefunds } from '#server/workflows/payments/apply/enqueue-by-provider.ts'
import { namePayers } from './name-payers.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { openAttempt } from './open-attempt.ts'
import { isByItsMethod, reviewStrangers } from './own-facts.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'

const refOf = ({ id, amountMinor, currency, providerRef }: Attempt) => ({
  id,
  amount: money(amountMinor, currency),
  providerRef,
})
const isUnanswered = ({ status }: Attempt) => status === 'creating' || status === 'unknown'
/** True for attempts that are queried. Attempts that ended are not: their later changes arrive by webhook or refund. */
const isAskable = (attempt: Attempt) => isUnanswered(attempt) || attempt.status === 'open'

type Found = 'settled' | 'nothing' | 'silent'

/**
 * Queries the provider about an attempt and applies the answer; call it outside transactions. An outdated answer is
 * harmless, because it only adds facts.
 */
export async function reconcileAttempt(deps: PaymentDeps, attempt: Attempt): Promise<Found> {
  const { database, payments, log } = deps
  const provider = payments.byId(attempt.provider)
  let found: readonly Fact[] | 'not_found'
  try {
    found = await provider.query(refOf(attempt))
  } catch (error) {
    log.warn({ err: error, attempt: attempt.id }, 'the provider did not answer about an attempt')
    return 'silent'
  }
  if (found !== 'not_found' && found.length > 0) {
    if (!found.every((fact) => isByItsMethod(fact, attempt))) {
      await database.transaction((tx) => reviewStrangers(tx, attempt, found))
      return 'nothing'
    }
    const { facts } = await namePayers(provider, found, log)
    await database.transaction((tx) => applyPaymentFacts(tx, { orderId: attempt.orderId, facts, source: 'query' }))
    return 'settled'
  }
  // The provider knows of no payment, so the attempt may be opened again under the same number.
  if (isUnanswered(attempt) && attempt.expiresAt.getTime() > Date.now()) await resumeAttempt(deps, attempt)
  return 'nothing'
}

async function resumeAttempt(deps: PaymentDeps, attempt: Attempt): Promise<void> {
  const order = await findOrder(deps.database, attempt.orderId)
  if (!order || !isOpen(order.status)) return
  await openAttempt(deps, order, attempt, { device: attempt.device }).catch((error: unknown) =>
    deps.log.warn({ err: error, attempt: attempt.id }, 'attempt refused'),
  )
}

export async function askAboutOrder(deps: PaymentDeps, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts.filter(isAskable))
    if (await mayQueryAttempt(deps.database, attempt.id)) await reconcileAttempt(deps, attempt)
}

/**
 * Number of concurrent queries. `runMs` limits the time of a run, so that it ends within its lease even if no provider
 * answers.
 */
const batch = 16
const runMs = 15_000

export async function reconcileDue(deps: PaymentDeps, provider: ProviderId, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + runMs
  for (let taken = batch; taken === batch && performance.now() < until;) {
    if (signal?.aborted === true) return
    const due = await deps.database.transaction((tx) => claimDueAttempts(tx, provider, batch))
    const results = await Promise.allSettled(due.map((attempt) => reconcileAttempt(deps, attempt)))
    for (const result of results)
      if (result.status === 'rejected')
        deps.log.error({ err: result.reason as unknown }, 'reconciling an attempt failed')
    taken = due.length
  }
}

export async function resendRefunds(deps: PaymentDeps): Promise<void> {
  const stale = await claimStaleRefunds(deps.database, batch)
  await enqueueRefunds(
    deps.database,
    stale.map(({ id }) => id),
  )
}

type Closing = 'closed' | 'settled' | 'not_found' | 'silent'

/** Closes an attempt at its provider and applies the answer, because the attempt may just have been paid. */
export async function closeAttempt(deps: PaymentDeps, attemptId: string): Promise<Closing> {
  const { database, payments, log } = deps
  const attempt = await findAttempt(database, attemptId)
  if (!attempt || !isAskable(attempt)) return 'closed'
  try {
    const answer = await payments.byId(attempt.provider).close(refOf(attempt))
    if (answer === 'not_found') return 'not_found'
    if (answer !== 'closed') return (await reconcileAttempt(deps, attempt)) === 'silent' ? 'silent' : 'settled'
  } catch (error) {
    log.warn({ err: error, attempt: attemptId }, 'the provider did not close an attempt')
    return 'silent'
  }
  await database.transaction((tx) =>
    applyPaymentFacts(tx, {
      orderId: attempt.orderId,
      source: 'query',
      facts: [
        {
          provider: attempt.provider,
          kind: 'closed',
          attemptId,
          providerTxnId: attemptId,
          refundId: null,
          amount: { amountMinor: 0, currency: attempt.currency },
          at: tx.now,
          rawHash: '',
        },
      ],
    }),
  )
  return 'closed'
}
