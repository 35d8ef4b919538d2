import { randomUUID } from 'node:crypto'
import { listIdentifiers, listUids } from '#server/modules/accounts/accounts.queries.ts'
import * as deliveries from '#server/modules/webhooks/deliveries.queries.ts'
import { openEndpoint, secretsAt, unreadable } from '#server/modules/webhooks/endpoint-secrets.ts'
import { findEndpoint, lockEndpoint, noteDelivered, noteFailed } from '#server/modules/webhooks/endpoints.queries.ts'
import {
  answerLength,
  decideAfter,
  excerptOf,
  messageId,
  payloadOf,
  readRetryAfter,
  webhookDays,
  type EventPerson,
  type StoredEvent,
} from '#server/modules/webhooks/webhooks.rules.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { askOutside, OutsideFailed, type OutsideAnswer } from '#server/platform/post-outside.ts'
import { signWebhook } from '#server/platform/sign-webhook.ts'
import { startSweep } from '#server/platform/delete-in-batches.ts'

type WebhookDeps = {
  readonly database: Database
  readonly config: Pick<Config, 'environment' | 'secretKey' | 'publicOrigin'>
}
export type AskOutside = typeof askOutside

export const sendWebhooksJob = 'send-webhooks'
const timeoutMs = 15_000
const atOnce = 4
const workMs = 30_000
/** Bytes of a response that are read: enough for the stored excerpt in any language. */
const answerBytes = answerLength * 4

const enqueue = (db: Queryable, endpoint: string) =>
  enqueueJob(db, sendWebhooksJob, { endpoint }, { lane: 'webhooks', uniqueKey: endpoint })

/** Starts one job for each endpoint with due deliveries. Deliveries are rows, so a lost job loses none. */
export async function startWebhooks({ database }: WebhookDeps): Promise<void> {
  for (const { id } of await deliveries.listDueEndpoints(database)) await enqueue(database, id)
}

/**
 * Sends due events to one endpoint, a few at a time, for up to half a minute, and queues itself again if more are left.
 * The order of events is not kept: a failed event waits for its next attempt while others go on.
 */
export async function sendWebhooks(
  deps: WebhookDeps,
  job: Pick<Job, 'payload' | 'signal' | 'completeIn'>,
  { ask = askOutside, workFor = workMs }: { readonly ask?: AskOutside; readonly workFor?: number } = {},
): Promise<void> {
  const { database } = deps
  const endpoint = String(job.payload.endpoint)
  const until = performance.now() + workFor
  while (!job.signal.aborted) {
    if (performance.now() >= until)
      return database.transaction(async (tx) => {
        await job.completeIn(tx)
        await enqueue(tx, endpoint)
      })
    const claim = randomUUID()
    const claimed = await deliveries.claimDue(database, endpoint, claim, atOnce)
    if (claimed.length === 0) return
    await Promise.all(claimed.map((delivery) => attempt(deps, { endpoint, claim, delivery, ask, signal: job.signal })))
  }
}

type Attempting = {
  readonly endpoint: string
  readonly claim: string
  readonly delivery: deliveries.Claimed
  readonly ask: AskOutside
  readonly signal: AbortSignal
}

async function attempt(deps: WebhookDeps, { endpoint, claim, delivery, ask, signal }: Attempting): Promise<void> {
  const { database, config } = deps
  const row = signal.aborted ? undefined : await findEndpoint(database, endpoint)
  if (!row) return void (await deliveries.releaseClaim(database, delivery.id, claim))
  const secrets = openEndpoint(createKeyring(config.secretKey), endpoint, row.sealed)
  if (!secrets) return record(database, { endpoint, claim, delivery, answer: unreadable })
  const body = payloadOf(delivery, await findPerson(database, delivery.userId, row.withContact))
  const now = new Date()
  const timestamp = Math.floor(now.getTime() / 1_000)
  const headers = {
    ...signWebhook(secretsAt(secrets, row.formerUntil, now), { id: messageId(delivery.eventId), timestamp, body }),
    'user-agent': `Webhooks/1 (+${config.publicOrigin})`,
  }
  const answer = await ask(
    { url: secrets.url, headers, body, environment: config.environment },
    { withinMs: timeoutMs, bytes: answerBytes },
  ).catch((error: unknown) => {
    if (error instanceof OutsideFailed) return error
    throw error
  })
  await record(database, { endpoint, claim, delivery, answer })
}

type Answered = Pick<Attempting, 'endpoint' | 'claim' | 'delivery'> & {
  readonly answer: OutsideAnswer | OutsideFailed | typeof unreadable
}

/** Records a delivery attempt. Locks the endpoint first, as its removal does, to prevent deadlocks. */
const record = (database: Database, { endpoint, claim, delivery, answer }: Answered): Promise<void> =>
  database.transaction(async (tx) => {
    const row = await lockEndpoint(tx, endpoint)
    if (!row) return
    const isAnswer = answer !== unreadable && !(answer instanceof OutsideFailed)
    const status = isAnswer ? answer.status : null
    const retryAfter = isAnswer ? readRetryAfter(answer.retryAfter, tx.now) : null
    const { failures } = delivery
    const after = decideAfter(
      { status, retryAfter },
      { failures, failingSince: row.failingSince },
      tx.now,
      Math.random(),
    )
    const error =
      after.state === 'delivered' ? null : isAnswer ? 'status' : answer === unreadable ? unreadable : answer.failure
    const finished = await deliveries.finishAttempt(tx, delivery.id, {
      claim,
      state: after.state,
      pause: after.pause,
      status,
      answer: isAnswer ? excerptOf(answer.beginning) : null,
      error,
    })
    if (finished === 0) return
    if (error === null) await noteDelivered(tx, endpoint)
    else await noteFailed(tx, endpoint, after.endpoint, error)
  })

/**
 * Reads the person of an event, with email address and phone number if wanted, at the time of sending, so that nothing
 * is sent that was erased meanwhile.
 */
async function findPerson(db: Queryable, userId: string | null, withContact: boolean): Promise<EventPerson | null> {
  if (userId === null) return null
  const [uids, identifiers] = await Promise.all([
    listUids(db, [userId]),
    withContact ? listIdentifiers(db, userId) : [],
  ])
  const [account] = uids
  if (!account) return null
  const valueOf = (kind: string) => identifiers.find((identifier) => identifier.kind === kind)?.value ?? null
  return { uid: account.uid, contact: withContact ? { email: valueOf('email'), phone: valueOf('phone') } : null }
}

/** Payload of a stored event as it would be sent now. */
export const showPayload = async (
  db: Queryable,
  { userId, ...event }: StoredEvent & { readonly userId: string | null },
  withContact: boolean,
): Promise<string> => payloadOf(event, await findPerson(db, userId, withContact))

export async function forgetWebhooks(database: Database): Promise<void> {
  await deliveries.dropOrphans(database)
  await startSweep()((limit) => deliveries.forgetEvents(database, webhookDays, limit))
}
