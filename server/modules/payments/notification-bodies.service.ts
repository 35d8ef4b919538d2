import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#server/platform/database.ts'
import * as repo from './notification-bodies.repo.ts'
import { notificationDays } from './notification-bodies.rules.ts'
import type { Payments } from './create-payments.ts'
import { findPaidAttempt } from './payments.queries.ts'

const batch = 200

/** Payment of a stored notification; null if unknown, as after a change of keys. */
async function attemptOf(tx: Transaction, payments: Payments, event: repo.ClearEvent): Promise<string | null> {
  const { provider, raw, headers } = event
  if (!payments.ids.includes(provider)) return null
  try {
    const [first] = payments.byId(provider).parseNotification({ raw, headers, now: null }).facts
    if (!first) return null
    return first.attemptId || ((await findPaidAttempt(tx, provider, first.providerTxnId))?.attemptId ?? null)
  } catch {
    return null
  }
}

/** Seals a batch of clear notifications of an older release. Returns their payments, and if more may be left. */
export async function sealClearBatch(
  tx: Transaction,
  payments: Payments,
): Promise<{ attemptIds: string[]; isMore: boolean }> {
  const events = await repo.lockClearEvents(tx, batch)
  const attemptIds = new Set<string>()
  for (const event of events) {
    const { id, raw } = event
    const attemptId = await attemptOf(tx, payments, event)
    if (attemptId !== null) attemptIds.add(attemptId)
    const digest = createHash('sha256').update(raw).digest()
    await repo.sealEvent(tx, { id, sealed: payments.vault.seal(id, raw), digest, attemptId })
  }
  return { attemptIds: [...attemptIds], isMore: events.length === batch }
}

/** Deletes expired contents in batches. */
export async function destroyOldNotifications(database: Database): Promise<void> {
  while ((await repo.destroyOldBodies(database, notificationDays, 500)) === 500);
}
