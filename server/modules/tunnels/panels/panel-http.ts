import { readBody } from '#server/platform/read-body.ts'
import { sentence } from '#text/sentence.ts'
import { PanelAway, PanelRefused } from './port.ts'

const timeoutMs = 5_000
/** Maximum bytes of a panel's answer. A page of a thousand users has less than two megabytes. */
const maxBytes = 8 * 1024 * 1024

export type PanelAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
  readonly json: unknown
}
export type PanelCall = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  /** HTTP statuses that the caller handles itself, although they usually mean an outage. */
  readonly expects?: readonly number[]
  /** True if the caller accepts a success without a body (status 202 or 204). */
  readonly mayBeEmpty?: boolean
  /** Body of the request. Objects are sent as JSON, strings unchanged. */
  readonly body?: unknown
}
type PanelHttp = (path: string, call?: PanelCall) => Promise<PanelAnswer>

/** True if the panel itself sent this answer. A proxy, a login page or a captive portal may answer instead. */
type IsPanelAnswer = (answer: PanelAnswer) => boolean

type Options = { readonly timeout?: number | undefined; readonly isOwn?: IsPanelAnswer }

/**
 * Creates an HTTP client for one panel, at an origin that an operator configured. It follows no redirects, and its
 * errors never contain the URL, which may hold a secret. Its calls throw `PanelAway` without a usable answer, also for
 * redirects, rejected credentials and answers that `isOwn` does not recognise, and `PanelRefused` for a path that leads
 * to another host.
 */
export function createPanelHttp(base: string, { timeout = timeoutMs, isOwn }: Options = {}): PanelHttp {
  return async (path, { method = 'GET', headers = {}, body, expects = [], mayBeEmpty = false } = {}) => {
    const url = new URL(path.replace(/^\//, ''), base.endsWith('/') ? base : `${base}/`)
    if (url.origin !== new URL(base).origin) throw new PanelRefused('the panel leads to another host')
    const isWrite = method !== 'GET'
    let answer: PanelAnswer
    try {
      const response = await fetch(url, {
        method,
        headers: { ...(typeof body === 'object' && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      })
      const bytes = await readBody(response, maxBytes)
      answer = { status: response.status, headers: response.headers, body: bytes, json: parse(bytes) }
    } catch (error) {
      throw noAnswer(error, isWrite)
    }
    const { status } = answer
    if (expects.includes(status)) return answer
    if (mayBeEmpty && (status === 202 || status === 204) && answer.body.byteLength === 0) return answer
    if (status >= 300 && status < 400)
      throw new PanelAway('it leads elsewhere', false, sentence('panelFault.leadsElsewhere'))
    if (status === 401) throw badCredentials(401)
    if (status === 429) throw new PanelAway('it has had enough questions (429)', false, sentence('panelFault.tooOften'))
    if (isOwn ? isOwn(answer) : status < 500 && status !== 403) return answer
    if (status === 403) throw badCredentials(403)
    if (status >= 500) throw new PanelAway(`HTTP ${status}`, isWrite, sentence('panelFault.broken', { status }))
    throw new PanelAway(
      `something else answers in its place (HTTP ${status})`,
      isWrite,
      sentence('panelFault.somethingElse', { status }),
    )
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

const badCredentials = (status: number) =>
  new PanelAway(`it refuses our credentials (${status})`, false, sentence('panelFault.credentials', { status }))

/** Outage because of a network error. Contains no part of the request, which may hold secrets. */
function noAnswer(error: unknown, isUnsure: boolean): PanelAway {
  const none = (code: string) =>
    code === ''
      ? new PanelAway('no answer', isUnsure, sentence('panel.noAnswer'))
      : new PanelAway(`no answer (${code})`, isUnsure, sentence('panelFault.noAnswer', { code }))
  if (!(error instanceof Error)) return none('')
  if (error.name === 'TimeoutError')
    return new PanelAway('no answer within five seconds', isUnsure, sentence('panelFault.late'))
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return code === '' && error.message.startsWith('more than') ? new PanelAway(error.message, isUnsure) : none(code)
}
