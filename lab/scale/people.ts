import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Gateway } from '../load/start-gateway.ts'
import { WrongAnswer, type Visitors } from '../load/visitors.ts'

/** Result of sending an HTTP request once. A failed request is sent again, as browsers and payment gateways do. */
type Try = {
  readonly kind: 'page' | 'figures' | 'purchase' | 'notification' | 'outcome'
  readonly at: number
  readonly isOk: boolean
}
type People = {
  readonly tries: readonly Try[]
  readonly told: readonly { orderId: string; at: number }[]
  look(): void
  buy(token: string, draw: () => number): void
  /** Asks the API for the operator's systems for the days' figures, which the replica answers. */
  readFigures(apiKey: string): void
  /**
   * Resolves when all users are done. Rejects after `most.answerMs`, or after an error that a killed process does not
   * explain.
   */
  end(): Promise<void>
}

/**
 * Limits for the effect of a killed process. On a busy machine, at most 5 s without an answer and 8 s without a payment
 * were measured; the replica is promoted at once, without a watchdog.
 */
export const most = { answerMs: 20_000, paymentMs: 30_000 } as const
/** Longest time until an order is paid. If a notification is lost, the shop asks the provider, within minutes. */
const paidMs = 240_000

class NoPageYet extends Error {}

/** True for errors that a killed process explains, such as a broken connection. Any other answer is a bug. */
export function isFromDeath(error: unknown): boolean {
  if (error instanceof WrongAnswer) return error.status === 502 || error.status === 503
  return error instanceof Error && 'code' in error
}

export function openPeople(visitors: Visitors, gateway: Gateway): People {
  const tries: Try[] = []
  const told: { orderId: string; at: number }[] = []
  const under = new Set<Promise<unknown>>()
  const failed: unknown[] = []
  const follow = (work: Promise<unknown>) => {
    under.add(work)
    void work.catch((error: unknown) => failed.push(error)).finally(() => under.delete(work))
  }

  async function insist<T>(kind: Try['kind'], ask: () => Promise<T>): Promise<T> {
    for (const until = performance.now() + most.answerMs; ; await sleep(250))
      try {
        const answer = await ask()
        tries.push({ kind, at: performance.now(), isOk: true })
        return answer
      } catch (error) {
        tries.push({ kind, at: performance.now(), isOk: false })
        const isWorthMore = isFromDeath(error) || error instanceof NoPageYet
        if (!isWorthMore || performance.now() > until) throw error
      }
  }

  async function buy(token: string, draw: () => number): Promise<void> {
    const key = randomUUID()
    const { orderId, content } = await insist('purchase', async () => {
      const bought = await visitors.purchase(token, 'wechat', key)
      if (bought.content === null) throw new NoPageYet('no page to pay at yet')
      return { orderId: bought.orderId, content: bought.content }
    })
    await sleep(300 + 700 * draw())
    const letter = await gateway.ask({ ask: 'pay', provider: 'wechat', content })
    const fate = draw()
    if (fate > 0.1) follow(insist('notification', () => visitors.notify(letter, fate > 0.9 ? 2 : 1)))
    for (const until = performance.now() + paidMs; ; await sleep(250)) {
      const { body } = await insist('outcome', () => visitors.call('payment/payment_state', { orderId }))
      if (body.includes('"elsewhere"')) break
      if (performance.now() > until) throw new Error(`the order ${orderId} is not paid after four minutes`)
    }
    told.push({ orderId, at: performance.now() })
  }
  return {
    tries,
    told,
    look: () => follow(insist('page', () => visitors.home('en'))),
    buy: (token, draw) => follow(buy(token, draw)),
    readFigures: (apiKey) => follow(insist('figures', () => visitors.figures(apiKey))),
    async end() {
      while (under.size > 0) await Promise.allSettled(under)
      if (failed.length > 0) throw failed[0]
    },
  }
}

type Interruption = { readonly failed: number; readonly standstillMs: number }

/** Returns the number of failed attempts of these kinds between two times, and the longest time without a success. */
export function interruption(
  tries: readonly Try[],
  kinds: readonly Try['kind'][],
  from: number,
  to: number,
): Interruption {
  const seen = tries
    .filter(({ kind, at }) => kinds.includes(kind) && at >= from && at < to)
    .toSorted((a, b) => a.at - b.at)
  const marks = [from, ...seen.filter(({ isOk }) => isOk).map(({ at }) => at), to]
  return {
    failed: seen.filter(({ isOk }) => !isOk).length,
    standstillMs: Math.max(...marks.slice(1).map((at, index) => at - (marks[index] ?? at))),
  }
}

export function tooLong({ tries, told }: Pick<People, 'tries' | 'told'>, from: number, to: number): readonly string[] {
  const paid = told.map(({ at }) => ({ kind: 'outcome', at, isOk: true }) as const)
  const spans = [
    ['no page answered', interruption(tries, ['page'], from, to), most.answerMs],
    ['no figures answered', interruption(tries, ['figures'], from, to), most.answerMs],
    ['no call answered', interruption(tries, ['purchase', 'outcome', 'notification'], from, to), most.answerMs],
    ['no one was told of a payment', interruption(paid, ['outcome'], from, to), most.paymentMs],
  ] as const
  return spans
    .filter(([, { standstillMs }, bound]) => standstillMs > bound)
    .map(
      ([what, { standstillMs }, bound]) =>
        `${what} for ${(standstillMs / 1000).toFixed(1)} s; at most ${bound / 1000} s may pass`,
    )
}
