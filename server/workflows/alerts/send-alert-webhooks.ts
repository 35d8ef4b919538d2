import { findWishes, openReceiver } from '#server/modules/alerts/notification-settings.service.ts'
import { giveUpMessagesOf, listDue, markDelivered, markFailed } from '#server/modules/alerts/notices.service.ts'
import { DeliveryFailed } from '#server/platform/delivery.ts'
import type { Job } from '#server/platform/jobs.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { postOutside } from '#server/platform/post-outside.ts'
import { signWebhook } from '#server/platform/sign-webhook.ts'
import type { AlertDeps } from './send-pending-notices.ts'

/**
 * Sends due messages of an operator's webhook, oldest first, and stops at the first failure, which is retried later. A
 * failing receiver does not fail the job. Messages may arrive twice, with the same id.
 */
export async function sendAlertWebhooks(
  { database, config }: AlertDeps,
  job: Pick<Job, 'payload' | 'signal'>,
  post = postOutside,
): Promise<void> {
  const operatorId = String(job.payload.operator)
  const { sealedWebhook } = await findWishes(database, operatorId)
  if (!sealedWebhook) return void (await giveUpMessagesOf(database, operatorId))
  const { url, secret } = openReceiver(createKeyring(config.secretKey), operatorId, sealedWebhook)
  for (const message of await listDue(database, operatorId)) {
    const { id, at } = message
    const body = message.body ?? '{}'
    if (job.signal.aborted) return
    try {
      // A webhook signature includes the time of sending, so every attempt gets a new signature.
      const timestamp = Math.floor(Date.now() / 1_000)
      const stated = JSON.stringify({ timestamp: at.toISOString(), ...(JSON.parse(body) as object) })
      const headers = signWebhook([secret], { id, timestamp, body: stated })
      await post({ url, headers, body: stated, environment: config.environment })
    } catch (error) {
      if (!(error instanceof DeliveryFailed)) throw error
      await database.transaction((tx) => markFailed(tx, operatorId, message, error.message))
      return
    }
    await database.transaction((tx) => markDelivered(tx, operatorId, id))
  }
}
