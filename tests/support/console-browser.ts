import type { FastifyInstance } from 'fastify'
import {
  consoleApi,
  type ConsoleAct,
  type ConsoleMe,
  type ConsoleOutcome,
  type ConsoleRefusal,
} from '#shared/console.ts'
import type { ActionName } from '#shared/contract/operator.ts'

export type ConsoleAnswer<T> = {
  readonly http: number
  readonly data: T & ConsoleRefusal
  readonly cookies: readonly string[]
}
type Sent = { readonly headers?: Record<string, string>; readonly address?: string }

/** A browser with the console open: it keeps the session's cookie and sends what the console's page sends. */
export class ConsoleBrowser {
  cookie = ''
  readonly #app: FastifyInstance
  readonly #origin: string
  constructor(app: FastifyInstance, origin: string) {
    this.#app = app
    this.#origin = origin
  }

  async ask<T>(method: 'GET' | 'POST', path: string, body?: unknown, sent: Sent = {}): Promise<ConsoleAnswer<T>> {
    const own = { origin: this.#origin, 'x-csrf': '1', 'sec-fetch-site': 'same-origin' }
    const answer = await this.#app.inject({
      method,
      url: `${consoleApi}${path}`,
      headers: { ...(method === 'POST' && own), ...(this.cookie && { cookie: this.cookie }), ...sent.headers },
      ...(body !== undefined && { payload: body as object }),
      ...(sent.address !== undefined && { remoteAddress: sent.address }),
    })
    const set = [answer.headers['set-cookie'] ?? []].flat()
    for (const each of set) this.cookie = each.split(';', 1)[0] ?? ''
    return { http: answer.statusCode, data: (answer.body ? answer.json() : {}) as T & ConsoleRefusal, cookies: set }
  }

  signIn = (proof: { name: string; secret: string; code: string }, sent?: Sent) =>
    this.ask<ConsoleMe>('POST', '/sign-in', proof, sent)
  act = (name: ActionName, act: ConsoleAct, sent?: Sent) =>
    this.ask<ConsoleOutcome>('POST', `/actions/${name}`, act, sent)
  read = (name: ActionName, input = {}) => this.act(name, { input, mode: 'read' })
  preview = (name: ActionName, input = {}) => this.act(name, { input, mode: 'preview' })
}
