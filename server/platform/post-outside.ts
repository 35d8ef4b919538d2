import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { createHmac } from 'node:crypto'
import type { Environment } from '#shared/codes.ts'
import { DeliveryFailed } from './delivery.ts'
import { isLoopback, lookupPublic, outsideFault } from './outside-address.ts'

const timeoutMs = 5_000

type Post = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly environment: Environment
}

/**
 * Posts to an operator's URL: only over HTTPS and never to a private network, whatever its host currently resolves to.
 * Ignores redirects and the response body, and takes five seconds at most. Errors omit the URL, which may contain a
 * secret.
 */
export async function postOutside({ url, headers, body, environment }: Post, timeout = timeoutMs): Promise<void> {
  const fault = outsideFault(url, environment)
  if (fault !== null) throw new DeliveryFailed(`the address is not allowed: ${fault}`)
  const to = new URL(url)
  const status = await new Promise<number>((resolve, reject) => {
    const request = to.protocol === 'https:' ? requestHttps : requestHttp
    const sent = request(
      to,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        signal: AbortSignal.timeout(timeout),
        ...(!isLoopback(to, environment) && { lookup: lookupPublic }),
      },
      (response) => {
        resolve(response.statusCode ?? 0)
        response.destroy()
      },
    )
    sent.on('error', (error) => reject(new DeliveryFailed(reasonOf(error))))
    sent.end(body)
  })
  if (status >= 300 && status < 400) throw new DeliveryFailed('it leads elsewhere, and is not followed')
  if (status < 200 || status >= 300) throw new DeliveryFailed(`HTTP ${status}`)
}

function reasonOf(error: Error & { code?: string }): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError' || error.code === 'ABORT_ERR')
    return 'no answer within five seconds'
  if (error.code === 'EPRIVATE') return 'its name leads to a private network'
  return error.code === undefined ? 'no answer' : `no answer (${error.code})`
}

/** Signs as in Standard Webhooks, with one signature per secret, so that the receiver may know the old or the new one. */
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
