import { createHmac } from 'node:crypto'

/** Signs as in Standard Webhooks: one signature per secret, so the receiver may know the old or the new one. */
export function signWebhook(
  secrets: readonly string[],
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
