import { setTimeout as sleep } from 'node:timers/promises'
import { drawKind, type Kind } from './arrivals.ts'
import type { Letter, Provider } from './gateway-messages.ts'
import type { Accounts } from './open-visitors.ts'
import type { Gateway } from './start-gateway.ts'
import type { Tally } from './tally.ts'
import { isRefusal, type Visitors } from './visitors.ts'

export type Part = 'before' | 'silent' | 'after'
type SaleDay = {
  come(dueAt: number): void
  /** Makes the simulated Alipay accept connections without answering, and send no notifications. */
  silence(): Promise<void>
  speak(): Promise<void>
  end(): Promise<void>
  readonly counts: { paid: number; lost: number; doubled: number; withoutPage: number; refused: number; most: number }
}

/** Simulates visitors of a sale day and their payments: one in ten notifications is lost, one in five is sent twice. */
export function openSaleDay(
  {
    visitors,
    gateway,
    accounts,
    groups,
    draw,
  }: {
    visitors: Visitors
    gateway: Gateway
    accounts: Accounts
    groups: readonly string[]
    draw: () => number
  },
  tally: Tally<Kind, Part>,
): SaleDay {
  const under = new Set<Promise<unknown>>()
  const held: Letter[] = []
  const counts = { paid: 0, lost: 0, doubled: 0, withoutPage: 0, refused: 0, most: 0 }
  let isSilent = false
  let turn = 0
  const pick = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T
  const follow = (work: Promise<unknown>) => {
    under.add(work)
    counts.most = Math.max(counts.most, under.size)
    void work.finally(() => under.delete(work))
  }

  const deliver = (letter: Letter): void => {
    if (isSilent && letter.provider === 'alipay') return void held.push(letter)
    const fate = draw()
    if (fate < 0.1) return void counts.lost++
    if (fate > 0.8) counts.doubled++
    follow(tally.count('notification', performance.now(), () => visitors.notify(letter, fate > 0.8 ? 2 : 1)))
  }

  async function buy(dueAt: number): Promise<void> {
    const method: Provider = draw() < 0.5 ? 'alipay' : 'wechat'
    const isAlipay = method === 'alipay'
    const wasSilent = isSilent
    const bought = await tally.count(isAlipay ? 'purchase by Alipay' : 'purchase by WeChat', dueAt, () =>
      visitors.purchase(pick(accounts.tokens), method).catch((error: unknown) => {
        // Only a purchase with Alipay during its outage may fail, with "provider unavailable".
        if (!(isAlipay && (isSilent || wasSilent) && isRefusal(error))) throw error
        counts.refused++
        return null
      }),
    )
    if (!bought) return
    if (bought.content === null) return void counts.withoutPage++
    await sleep(500 + 1_500 * draw())
    const letter = await gateway.ask({ ask: 'pay', provider: method, content: bought.content })
    counts.paid++
    deliver(letter)
  }

  const acts: Record<ReturnType<typeof drawKind>, (dueAt: number) => Promise<unknown>> = {
    home: (dueAt) => tally.count('home', dueAt, () => visitors.home(turn++ % 2 === 0 ? 'en' : 'zh-CN')),
    shop: (dueAt) => tally.count('shop', dueAt, () => visitors.shop()),
    'sign-in': (dueAt) => tally.count('sign-in', dueAt, () => visitors.signIn(pick(accounts.names), accounts.password)),
    purchase: buy,
    'group watcher': (dueAt) =>
      tally.count('group watcher', dueAt, () =>
        visitors.watch(pick(groups), () =>
          follow(tally.count('group watcher', dueAt, () => Promise.reject(new Error('the stream ended by itself')))),
        ),
      ),
  }
  return {
    counts,
    come: (dueAt) => follow(acts[drawKind(draw)](dueAt)),
    async silence() {
      await gateway.ask({ ask: 'silence', provider: 'alipay' })
      isSilent = true
    },
    async speak() {
      await gateway.ask({ ask: 'speak' })
      isSilent = false
      for (const letter of held.splice(0)) deliver(letter)
    },
    async end() {
      while (under.size > 0) await Promise.all(under)
    },
  }
}
