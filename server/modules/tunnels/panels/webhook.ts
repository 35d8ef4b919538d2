import { isReceiverAnswer } from './panel-answer.ts'
import { createPanelHttp } from './panel-http.ts'
import { PanelRefused, type TunnelProvider } from './port.ts'
import type { WebhookSettings } from './provider-settings.ts'
import { describeDelivered } from './delivered-terms.rules.ts'
import { signWebhook } from '#server/platform/sign-webhook.ts'
import { sentence } from '#text/sentence.ts'

/**
 * Sends entitlements to an operator's own receiver as Standard Webhooks. The receiver keeps the highest version of each
 * subject.
 */
export function createWebhook(
  { url, secrets }: WebhookSettings,
  { timeout }: { timeout?: number } = {},
): TunnelProvider {
  const http = createPanelHttp(new URL(url).origin, { timeout, isOwn: isReceiverAnswer })
  async function send(id: string, type: string, data: unknown): Promise<void> {
    const body = JSON.stringify({ type, data })
    const timestamp = Math.floor(Date.now() / 1_000)
    const { pathname } = new URL(url)
    const { status } = await http(pathname, {
      method: 'POST',
      headers: signWebhook(secrets, { id, timestamp, body }),
      body,
    })
    if (status < 200 || status >= 300) throw new PanelRefused(`HTTP ${status}`)
  }
  return {
    async apply(told) {
      // The message id is stable, so that a receiver can ignore repeated messages.
      await send(`evt_${told.subject}_${told.version}`, 'entitlement.changed', describeDelivered(told))
      return { externalId: told.state === 'erased' ? null : told.subject }
    },
    revoke: (subject) => send(`rev_${crypto.randomUUID()}`, 'credentials.revoked', { subject }),
    async drop(subject) {
      await send(`drop_${crypto.randomUUID()}`, 'connections.dropped', { subject })
      return 'dropped'
    },
    access: async () => null,
    async *usage() {},
    async test() {
      await send(`test_${crypto.randomUUID()}`, 'test', {})
      return sentence('panel.worksWebhook')
    },
  }
}
