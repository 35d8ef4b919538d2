import {
  countQueued,
  insertPeople,
  listDue,
  lockMailing,
  saveStep,
  setMailingState,
  takeTurn,
} from '#server/modules/mailings/mailings.queries.ts'
import { mostWaiting, planStep } from '#server/modules/mailings/mailings.rules.ts'
import { findPageEnd, listNextPeople, lookedAtOnce } from '#server/modules/mailings/people.queries.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import type { PersonMessage } from '#server/modules/outbox/customer-messages.rules.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'

export const stepMailingJob = 'step-mailing'

export async function startMailings(database: Database): Promise<void> {
  for (const { id } of await listDue(database)) await enqueueStep(database, id, null)
}

const enqueueStep = (db: Database | Transaction, id: string, runAt: Date | null) =>
  enqueueJob(db, stepMailingJob, { mailingId: id }, { lane: 'mailings', uniqueKey: id, ...(runAt && { runAt }) })

/**
 * Queues mails and saves the progress in one transaction, so that a crash neither skips nor repeats anyone. Does
 * nothing before the next step is due, so that concurrent jobs keep to the rate limit.
 */
export async function stepMailing(database: Database, job: Job, lookedAt = lookedAtOnce): Promise<void> {
  const id = String(job.payload.mailingId)
  await database.transaction(async (tx) => {
    const next = await tellNext(tx, id, lookedAt)
    if (next) await enqueueStep(tx, id, next)
    await job.completeIn(tx)
  })
}

async function tellNext(tx: Transaction, id: string, lookedAt: number): Promise<Date | null> {
  await takeTurn(tx)
  const mailing = await lockMailing(tx, id)
  if (!mailing || (mailing.state !== 'waiting' && mailing.state !== 'sending')) return null
  if (mailing.nextAt > tx.now) return mailing.nextAt
  const { kind, filter, perMinute, reached } = mailing
  const { people, seconds } = planStep(perMinute)
  const later = new Date(tx.now.getTime() + seconds * 1_000)
  if ((await countQueued(tx, id)).count >= mostWaiting(perMinute)) {
    await saveStep(tx, id, null, seconds)
    return later
  }
  const news = kind === 'news'
  const end = await findPageEnd(tx, { asked: news, after: reached, size: lookedAt })
  const until = end?.userId ?? null
  const found = await listNextPeople(tx, filter, { news, after: reached, until, limit: people })
  const rows = found.map(({ userId, isDue }) => ({
    userId,
    outcome: isDue ? ('queued' as const) : ('skipped' as const),
  }))
  const fresh = new Set((await insertPeople(tx, id, rows)).map(({ userId }) => userId))
  const told = found.filter(({ userId, isDue }) => isDue && fresh.has(userId))
  const template = news ? ('mailing' as const) : ('legal-changed' as const)
  await notifyPeople(
    tx,
    told.map(({ userId }): PersonMessage => ({ userId, event: `mailing:${id}`, template, facts: { mailingId: id } })),
  )
  const isFull = found.length === people
  const pause = found.length === 0 ? 0 : seconds
  await saveStep(tx, id, isFull ? (found.at(-1)?.userId ?? null) : until, pause)
  if (isFull || until !== null) return new Date(tx.now.getTime() + pause * 1_000)
  await setMailingState(tx, id, 'done')
  return null
}
