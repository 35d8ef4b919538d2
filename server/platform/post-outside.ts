import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Environment } from '#shared/api-values.ts'
import { DeliveryFailed } from './delivery.ts'
import { isLoopback, lookupPublic, outsideFault } from './outside-address.ts'

const timeoutMs = 5_000

type Post = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly environment: Environment
}

export const outsideFailures = ['address', 'late', 'private', 'unreachable'] as const
type OutsideFailure = (typeof outsideFailures)[number]

/**
 * Failed POST request to an operator's URL. `failure`: the cause as a code, which is shown in the reader's language.
 */
export class OutsideFailed extends DeliveryFailed {
  readonly failure: OutsideFailure
  constructor(failure: OutsideFailure, message: string) {
    super(message)
    this.failure = failure
  }
}

/** Response to a POST request. `beginning`: its first bytes, at most as many as were asked for. */
export type OutsideAnswer = {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly beginning: string
}

/**
 * Posts to an operator's URL, only over HTTPS and never to a private network: it connects to the very IP address that
 * was checked. Outside PROD, this machine and HTTP to it are allowed. Ignores redirects, reads at most `bytes` of the
 * answer, and takes at most `withinMs`. Errors omit the URL, which may contain a secret.
 */
export async function askOutside(
  { url, headers, body, environment }: Post,
  { withinMs, bytes }: { readonly withinMs: number; readonly bytes: number },
): Promise<OutsideAnswer> {
  const fault = outsideFault(url, environment)
  if (fault !== null) throw new OutsideFailed('address', `the address is not allowed: ${fault}`)
  const to = new URL(url)
  return new Promise((resolve, reject) => {
    // Set once the status has arrived. If the rest of the answer then breaks off or takes too long, the request still
    // counts as answered.
    let finish: (() => void) | undefined
    const request = to.protocol === 'https:' ? requestHttps : requestHttp
    const sent = request(
      to,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        signal: AbortSignal.timeout(withinMs),
        ...(!isLoopback(to, environment) && { lookup: lookupPublic }),
      },
      (response) => {
        let beginning = Buffer.alloc(0)
        finish = () => {
          response.destroy()
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            beginning: beginning.toString(),
          })
        }
        if (bytes === 0) return finish()
        response.on('data', (part: Buffer) => {
          beginning = Buffer.concat([beginning, part.subarray(0, bytes - beginning.length)])
          if (beginning.length >= bytes) finish?.()
        })
        response.on('end', finish)
        response.on('error', finish)
      },
    )
    sent.on('error', (error) => (finish ? finish() : reject(failureOf(error))))
    // Node emits no response for status 101, so without this listener the promise would never settle.
    sent.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new OutsideFailed('unreachable', 'no answer (101)'))
    })
    sent.on('close', () => (finish ? finish() : reject(new OutsideFailed('unreachable', 'no answer'))))
    sent.end(body)
  })
}

/** Posts and ignores the response body. Throws unless the status is a success. */
export async function postOutside(post: Post, timeout = timeoutMs): Promise<void> {
  const { status } = await askOutside(post, { withinMs: timeout, bytes: 0 })
  if (status >= 300 && status < 400) throw new DeliveryFailed('it leads elsewhere, and is not followed')
  if (status < 200 || status >= 300) throw new DeliveryFailed(`HTTP ${status}`)
}

function failureOf(error: Error & { code?: string }): OutsideFailed {
  if (error.name === 'AbortError' || error.name === 'TimeoutError' || error.code === 'ABORT_ERR')
    return new OutsideFailed('late', 'no answer within five seconds')
  if (error.code === 'EPRIVATE') return new OutsideFailed('private', 'its name leads to a private network')
  return new OutsideFailed('unreachable', error.code === undefined ? 'no answer' : `no answer (${error.code})`)
}
