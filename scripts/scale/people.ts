import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Gateway } from '../load/start-gateway.ts'
import type { Visitors } from '../load/visitors.ts'

/** One try of a call; those that fail are made again, as browsers and gateways do. */
type Try = {
  readonly kind: 'page' | 'purchase' | 'notification' | 'outcome'
  readonly at: number
  readonly isOk: boolean
}
export type People = {
  readonly tries: readonly Try[]
  /** Orders whose buyers were told that they are paid, and when. */
  readonly told: readonly { orderId: string; at: number }[]
  look(): void
  buy(token: string, draw: () => number): void
  /** Resolves once everyone has what they came for; rejects with the first who did not get it within two minutes. */
  end(): Promise<void>
}

const patienceMs = 120_000

/** People who look and buy, and ask again where nothing answers, until they have it. */
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
    for (const until = performance.now() + patienceMs; ; await sleep(250))
      try {
        const answer = await ask()
        tries.push({ kind, at: performance.now(), isOk: true })
        return answer
      } catch (error) {
        tries.push({ kind, at: performance.now(), isOk: false })
        if (performance.now() > until) throw error
      }
  }

  async function buy(token: string, draw: () => number): Promise<void> {
    const key = randomUUID()
    const { orderId, content } = await insist('purchase', async () => {
      const bought = await visitors.purchase(token, 'wechat', key)
      if (bought.content === null) throw new Error('no page to pay at yet')
      return { orderId: bought.orderId, content: bought.content }
    })
    await sleep(300 + 700 * draw())
    const letter = await gateway.ask({ ask: 'pay', provider: 'wechat', content })
    // Of ten notifications one never comes, and one comes twice.
    const fate = draw()
    if (fate > 0.1) follow(insist('notification', () => visitors.notify(letter, fate > 0.9 ? 2 : 1)))
    for (const until = performance.now() + 2 * patienceMs; ; await sleep(250)) {
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
    async end() {
      while (under.size > 0) await Promise.allSettled(under)
      if (failed.length > 0) throw failed[0]
    },
  }
}

export type Interruption = { readonly failed: number; readonly standstillMs: number }

/** Between two moments: how many tries of these kinds failed, and the longest time without one that did not. */
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
