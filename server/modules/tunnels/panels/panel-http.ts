import { readBody } from '#server/platform/read-body.ts'
import { PanelAway, PanelRefused } from './port.ts'

const timeoutMs = 5_000
/** A page of a thousand people is less than two megabytes. */
const maxBytes = 8 * 1024 * 1024

export type PanelAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
  /** Undefined where it is no JSON. */
  readonly json: unknown
}
export type PanelCall = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  /** Statuses that the caller understands, though they mean for others that no one is served. */
  readonly expects?: readonly number[]
  /** An object goes as JSON, a text as it is. */
  readonly body?: unknown
}
export type PanelHttp = (path: string, call?: PanelCall) => Promise<PanelAnswer>

/**
 * Asks one origin, which an operator has set. No redirect is followed, no answer is waited for longer than five seconds or read
 * beyond eight megabytes, and what goes wrong is told without the address, which may hold a secret. Statuses that mean that no
 * one is served now, wrong credentials among them, are PanelAway.
 */
export function createPanelHttp(base: string, { timeout = timeoutMs } = {}): PanelHttp {
  return async (path, { method = 'GET', headers = {}, body, expects = [] } = {}) => {
    const url = new URL(path.replace(/^\//, ''), base.endsWith('/') ? base : `${base}/`)
    if (url.origin !== new URL(base).origin) throw new PanelRefused('the panel leads to another host')
    let answered: { response: Response; bytes: Uint8Array }
    try {
      const response = await fetch(url, {
        method,
        headers: { ...(typeof body === 'object' && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      })
      answered = { response, bytes: await readBody(response, maxBytes) }
    } catch (error) {
      throw new PanelAway(reasonOf(error), method !== 'GET')
    }
    const { response, bytes } = answered
    const { status } = response
    if (expects.includes(status)) return { status, headers: response.headers, body: bytes, json: parse(bytes) }
    if (status >= 300 && status < 400 && status !== 304) throw new PanelAway('it leads elsewhere', false)
    if (status === 401 || status === 403) throw new PanelAway(`it refuses our credentials (${status})`, false)
    if (status === 429) throw new PanelAway('it has had enough questions (429)', false)
    if (status >= 500) throw new PanelAway(`HTTP ${status}`, method !== 'GET')
    return { status, headers: response.headers, body: bytes, json: parse(bytes) }
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** What the network said, and never what was sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'no answer within five seconds'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return code === '' ? (error.message.startsWith('more than') ? error.message : 'no answer') : `no answer (${code})`
}
