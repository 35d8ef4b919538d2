import { randomUUID, type KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { operatorApiPrefix } from '#shared/contract/operator-api.ts'
import { callHeaders, sign } from '../bench/customer.ts'
import type { Letter, Provider } from './gateway-messages.ts'

const totalMinor = 26_800
const stayMs = 10_000
const answerMs = 30_000

type Reply = { readonly status: number; readonly body: string; readonly pragma: string | undefined }
type Bought = { readonly orderId: string; readonly provider: Provider; readonly content: string | null }

export class WrongAnswer extends Error {
  readonly status: number
  readonly code: string | undefined

  constructor({ status, body }: Pick<Reply, 'status' | 'body'>) {
    const code = /"status":"(\w+)"/.exec(body)?.[1]
    super(`${status} ${code ?? body.slice(0, 60)}`.trim())
    this.status = status
    this.code = code
  }
}

export const isRefusal = (error: unknown): boolean =>
  error instanceof WrongAnswer && error.status === 503 && error.code === 'ProviderUnavailable'

export class Visitors {
  readonly #origin: string
  readonly #key: KeyObject
  readonly #calls = new Agent({ connections: 512, connect: { timeout: 5_000 }, keepAliveTimeout: 20_000 })
  readonly #streams = new Agent({ pipelining: 0, bodyTimeout: 0 })
  #count = 0

  constructor(origin: string, key: KeyObject) {
    this.#origin = origin
    this.#key = key
  }

  async call(name: string, input: object, token?: string): Promise<Reply> {
    const reply = await this.#send('POST', `/v4/test/api/${name}`, {
      headers: { ...callHeaders, ...(token !== undefined && { authorization: token }) },
      body: JSON.stringify(input),
    })
    if (reply.status !== 200) throw new WrongAnswer(reply)
    return reply
  }

  async home(language: string): Promise<void> {
    const headers = { 'accept-encoding': 'br', 'accept-language': language }
    const { status, body } = await this.#send('GET', '/', { headers })
    if (status !== 200 || body === '') throw new WrongAnswer({ status, body: '' })
  }
  /** Calls the API for the operator's own systems. */
  async figures(apiKey: string): Promise<void> {
    const headers = { authorization: `Bearer ${apiKey}` }
    const reply = await this.#send('GET', `${operatorApiPrefix}/figures/days?days=7`, { headers })
    if (reply.status !== 200) throw new WrongAnswer(reply)
  }
  async shop(): Promise<void> {
    await this.call('payment/payment_shop', { signature: sign(this.#key) })
  }
  async account(token: string): Promise<void> {
    await this.call('system/system_user_info', { signature: sign(this.#key) }, token)
  }
  async signIn(accountName: string, password: string): Promise<void> {
    await this.call('user/user_login_username', { accountName, password, agreed: true, signature: sign(this.#key) })
  }

  /**
   * Orders the yearly plan. `content`: URL that the visitor's phone opens to pay; null if the provider has not answered
   * yet.
   */
  async purchase(token: string, method: Provider, idempotencyKey: string = randomUUID()): Promise<Bought> {
    const cart = { goodsId: 'plan-12', currency: 'CNY', method, expectedTotalMinor: totalMinor, idempotencyKey }
    const { body } = await this.call('payment/payment_purchase', cart, token)
    const { data } = JSON.parse(body) as { data: { orderId: string; pay: { kind: string; content?: string } } }
    return { orderId: data.orderId, provider: method, content: data.pay.content ?? null }
  }

  async notify({ url, headers, body }: Letter, copies: number): Promise<void> {
    const sent = Array.from({ length: copies }, () => this.#send('POST', new URL(url).pathname, { headers, body }))
    for (const reply of await Promise.all(sent))
      if (reply.status < 200 || reply.status >= 300) throw new WrongAnswer(reply)
  }

  /**
   * Watches a group's event stream and resolves with the first state. Keeps watching for ten seconds and calls `lost`
   * if the stream ends earlier.
   */
  async watch(group: string, lost: () => void): Promise<void> {
    const { statusCode, body } = await request(
      `${this.#origin}/v4/test/api/payment/group_events?group=${group}&language=en`,
      {
        headers: { 'x-forwarded-for': this.#address() },
        dispatcher: this.#streams,
        headersTimeout: answerMs,
      },
    )
    if (statusCode !== 200) throw new WrongAnswer({ status: statusCode, body: await body.text() })
    let isLeaving = false
    body.on('error', () => {}).on('close', () => void (isLeaving || lost()))
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('no card')), answerMs)
      let text = ''
      body.on('data', (part: Buffer) => {
        text = (text + part.toString()).slice(-20_000)
        if (!text.includes('event: group\n')) return
        clearTimeout(late)
        resolve()
      })
    })
    void sleep(stayMs).then(() => {
      isLeaving = true
      body.destroy()
    })
  }

  async close(): Promise<void> {
    await Promise.all([this.#calls.close(), this.#streams.destroy()])
  }

  /** Address of a visitor. Each one has a /16 network of their own, because some limits count networks that large. */
  #address(): string {
    const n = this.#count++
    return `${20 + (n % 180)}.${Math.floor(n / 180) & 255}.${(n >> 16) & 255}.1`
  }

  async #send(
    method: 'GET' | 'POST',
    place: string,
    { headers, body }: { headers: Readonly<Record<string, string>>; body?: string },
  ): Promise<Reply> {
    const answer = await request(`${this.#origin}${place}`, {
      method,
      headers: { ...headers, 'x-forwarded-for': this.#address() },
      ...(body !== undefined && { body }),
      dispatcher: this.#calls,
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
    })
    const { pragma } = answer.headers
    return {
      status: answer.statusCode,
      body: await answer.body.text(),
      ...(typeof pragma === 'string' ? { pragma } : { pragma: undefined }),
    }
  }
}
