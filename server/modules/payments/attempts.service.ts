import { ulid } from 'ulid'
import type { Money } from '#shared/money.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './payments.repo.ts'
import type { Created, ProviderId } from './providers/port.ts'
import type { Method } from '#shared/method.ts'
import { firstQuerySeconds, nextQueryAt } from './query-schedule.rules.ts'
import type { Attempt } from './payments.queries.ts'

const seconds = (from: Date, count: number) => new Date(from.getTime() + count * 1000)

/**
 * Saves a payment attempt before the provider is called, so that the reconciler queries it even if the process crashes
 * during the call. The first query waits longer than the call may take. The insert is sent together with the commit.
 */
export function prepareAttempt(
  tx: Transaction,
  order: { id: string; method: Method; total: Money; payableUntil: Date },
  provider: ProviderId,
  device: Attempt['device'] = 'desktop',
): string {
  const id = ulid()
  const attempt = {
    id,
    orderId: order.id,
    provider,
    method: order.method,
    device,
    ...order.total,
    expiresAt: order.payableUntil,
    nextQueryAt: seconds(tx.now, firstQuerySeconds.unheard),
  }
  tx.last(repo.insertAttempt(tx, attempt))
  return id
}

/** Creates a cryptocurrency attempt without scheduled queries, because the chain watcher detects its payments. */
export async function openWatchedAttempt(
  tx: Transaction,
  order: { id: string; total: Money; payableUntil: Date },
): Promise<string> {
  const id = ulid()
  const { total, payableUntil } = order
  await repo.insertOpenAttempt(tx, { id, orderId: order.id, ...total, expiresAt: payableUntil })
  return id
}

/**
 * Saves the provider's answer to `create`. `created` is null if the result of the call is unknown, for example after a
 * timeout.
 */
export const saveCreated = (tx: Transaction, attemptId: string, created: Created | null) =>
  repo.saveAnswer(tx, attemptId, {
    status: created ? 'open' : 'unknown',
    payStep: created?.pay ?? null,
    providerRef: created?.providerRef ?? null,
    nextQueryAt: seconds(tx.now, firstQuerySeconds.created),
  })

/**
 * Claims up to `limit` attempts that are due for a query. Schedules the next query before this one runs, so that a
 * crash cannot stop polling.
 */
export async function claimDueAttempts(tx: Transaction, provider: ProviderId, limit: number): Promise<Attempt[]> {
  const due = await repo.lockDueAttempts(tx, provider, limit)
  for (const { id, queries, expiresAt } of due)
    await repo.scheduleQuery(tx, id, queries + 1, nextQueryAt(tx.now, queries + 1, expiresAt))
  return due
}

/**
 * Claims a query of an attempt for a customer. False if the attempt was queried, also by the reconciler, in the last
 * two seconds.
 */
export const mayQueryAttempt = async (db: Queryable, attemptId: string): Promise<boolean> =>
  (await repo.claimQuery(db, attemptId, 2_000)) === 1
