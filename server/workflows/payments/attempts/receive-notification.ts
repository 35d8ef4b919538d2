import { BadNotification, ProviderSilent, type Ask, type ProviderId } from '#server/modules/payments/providers/port.ts'
import { findAttempt, findPaidAttempt, findProviderEvent } from '#server/modules/payments/payments.queries.ts'
import { nameEvent } from '#server/modules/payments/name-event.ts'
import { openReview, reviewUnknown, storeEvent } from '#server/modules/payments/reviews.service.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { runUnder } from '#server/platform/deadline.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'
import { isByItsMethod, isOfAttempt, reviewStrangers } from './own-facts.ts'
import { linkNotification } from './archive-notifications.ts'
import { namePayers } from './name-payers.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'

type RawNotification = { raw: Uint8Array; headers: Readonly<Record<string, string>> }

/**
 * Stores a verified webhook and, if it states facts, queues its processing. The positive answer is sent only after the
 * commit, because providers repeat a webhook until they get it.
 */
export async function receiveNotification(
  { database, payments, log }: PaymentDeps,
  providerId: ProviderId,
  { raw, headers }: RawNotification,
): Promise<{ status: number; body: string }> {
  const provider = payments.byId(providerId)
  try {
    const notification = provider.parseNotification({ raw, headers, now: new Date() })
    const keepsBody = notification.facts.length > 0
    const keep = async (tx: Transaction) => {
      const namedAttempt = notification.facts[0]?.attemptId || null
      const event = { provider: providerId, eventId: nameEvent(notification), raw, headers, keepsBody, namedAttempt }
      const id = await storeEvent(tx, payments.vault, event)
      if (id && keepsBody)
        tx.last(enqueueJob(tx, 'process-provider-event', { id }, { uniqueKey: id, lane: 'settlement' }))
      return id
    }
    const { asks = [] } = notification
    if (asks.length > 0) await database.transaction((tx) => askPerson(tx, providerId, asks))
    const kept = await database.transaction(keep, { early: true })
    log.info({ provider: providerId, event: kept }, kept ? 'notification kept' : 'notification known already')
    return provider.reply('committed')
  } catch (error) {
    const rejected = error instanceof BadNotification
    log[rejected ? 'warn' : 'error']({ err: error, provider: providerId }, 'notification not accepted')
    return provider.reply(rejected ? 'rejected' : 'retry')
  }
}

async function askPerson(tx: Transaction, provider: ProviderId, asks: readonly Ask[]): Promise<void> {
  for (const { attemptId, ...ask } of asks) {
    const attempt = await findAttempt(tx, attemptId)
    if (attempt?.provider === provider) await openReview(tx, { orderId: attempt.orderId, attemptId, ...ask })
  }
}

/**
 * Maximum number of tries of the job (about a quarter of an hour in total). The payment may arrive later than the
 * dispute about it.
 */
const maxAttempts = 10
/** Timeout in milliseconds for asking the provider about the payer. Other payments wait in the same queue. */
const payerMs = 2_000
/** Maximum number of tries of the job, within a few seconds, in which the provider is asked again for the payer. */
const payerPatience = 3

/**
 * Processes a stored webhook: its effects and the job's completion commit together. Facts about unknown payments open
 * reviews. If the provider does not name the payer in time, the payment counts at once and a later try of the job
 * judges the referral.
 */
export async function processProviderEvent({ database, payments, log }: PaymentDeps, job: Job): Promise<void> {
  const eventId = String(job.payload.id)
  const event = await findProviderEvent(database, eventId)
  if (!event) throw new Error(`no provider event ${eventId}`)
  const raw = event.sealed && payments.vault.open(eventId, event.sealed)
  // The content of the webhook was deleted meanwhile, because the account was erased. The provider can still be asked
  // about the payment.
  if (!raw) return log.warn({ event: eventId }, 'a notification was destroyed before it was read')
  const { headers } = event
  const provider = payments.byId(event.provider)
  const stated = provider.parseNotification({ raw, headers, now: null }).facts
  const [first] = stated
  if (!first) return
  const attemptId =
    first.attemptId || (await findPaidAttempt(database, event.provider, first.providerTxnId))?.attemptId || ''
  const attempt = event.named?.id === attemptId ? event.named : await findAttempt(database, attemptId)
  const isOurs = attempt?.provider === event.provider
  // Only a fact without attempt id is retried: payment attempts are stored before their provider knows them, so an
  // attempt id that is unknown now stays unknown.
  if (!isOurs && attemptId === '' && job.attempt < maxAttempts)
    throw new Error(`no payment ${first.providerTxnId} at ${event.provider} yet`)
  const about = stated.map((fact) => ({ ...fact, attemptId }))
  const own =
    attempt && isOurs ? about.filter((fact) => isOfAttempt(fact, attempt) && isByItsMethod(fact, attempt)) : about
  const { facts, isSilent } = isOurs
    ? await runUnder(AbortSignal.timeout(payerMs), () => namePayers(provider, own, log))
    : { facts: about, isSilent: false }
  const asksAgain = isSilent && job.attempt <= payerPatience
  const settle = async (tx: Transaction) => {
    if (isOurs) {
      const { orderId } = attempt
      const applied =
        facts.length > 0 &&
        (await applyPaymentFacts(tx, { orderId, facts, source: 'notification', isPayerAwaited: asksAgain }))
      const buyer = applied || (await findOrder(tx, orderId))
      if (!buyer) throw new Error(`no order ${orderId}`)
      await reviewStrangers(tx, attempt, about)
      await Promise.all([linkNotification(tx, eventId, attempt, buyer), !asksAgain && job.completeIn(tx)])
    } else {
      await reviewUnknown(tx, eventId, facts)
      if (!asksAgain) await job.completeIn(tx)
    }
  }
  await database.transaction(settle, { early: true })
  log.info({ event: eventId, order: isOurs ? attempt.orderId : null }, 'notification settled')
  if (asksAgain) throw new ProviderSilent(`${event.provider} did not say who paid ${first.providerTxnId}`)
}
