import type { FastifyInstance } from 'fastify'
import {
  consoleApi,
  type ConsoleAct,
  type ConsoleMe,
  type ConsoleOutcome,
  type ConsoleRefusal,
} from '#shared/console.ts'
import type { ActionName } from '#shared/contract/operator.ts'

type ConsoleAnswer<T> = {
  readonly http: number
  readonly data: T & ConsoleRefusal
  readonly cookies: readonly string[]
  readonly marks: readonly string[]
}
type Sent = { readonly headers?: Record<string, string>; readonly address?: string }

export class ConsoleBrowser {
  cookie = ''
  mark = ''
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
      headers: {
        ...(method === 'POST' && own),
        ...((this.cookie || this.mark) && { cookie: [this.cookie, this.mark].filter(Boolean).join('; ') }),
        ...sent.headers,
      },
      ...(body !== undefined && { payload: body as object }),
      ...(sent.address !== undefined && { remoteAddress: sent.address }),
    })
    const set = [answer.headers['set-cookie'] ?? []].flat()
    const isMark = (each: string) => each.startsWith('known_device=')
    for (const each of set) this[isMark(each) ? 'mark' : 'cookie'] = each.split(';', 1)[0] ?? ''
    const data = (answer.body ? answer.json() : {}) as T & ConsoleRefusal
    return { http: answer.statusCode, data, cookies: set.filter((each) => !isMark(each)), marks: set.filter(isMark) }
  }

  signIn = (proof: { name: string; secret: string; code: string }, sent?: Sent) =>
    this.ask<ConsoleMe>('POST', '/sign-in', proof, sent)
  act = (name: ActionName, act: ConsoleAct, sent?: Sent) =>
    this.ask<ConsoleOutcome>('POST', `/actions/${name}`, act, sent)
  read = (name: ActionName, input = {}) => this.act(name, { input, mode: 'read' })
  preview = (name: ActionName, input = {}) => this.act(name, { input, mode: 'preview' })
}
