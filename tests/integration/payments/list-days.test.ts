import { soundMachine } from '#tests/support/sound-machine.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { readStates } from '#server/workflows/alerts/read-states.ts'
import { beijingDayBefore } from '#server/modules/payments/beijing-time.rules.ts'
import { listDays } from '#server/modules/payments/statement-days.queries.ts'
import { ProviderSilent, UnreadableList, type PaymentProvider } from '#server/modules/payments/providers/port.ts'
import type { DayList } from '#server/modules/payments/settlement-report.rules.ts'
import { compareOpenDays } from '#server/workflows/payments/review/compare-reports.ts'
import type { Job } from '#server/platform/jobs.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openShop, type Shop } from './payments.setup.ts'

type Said = DayList | 'not_ready' | Error
let shop: Shop
/** WeChat's list by day; by default it contains an unknown payment. */
const said = new Map<string, Said>()
const stranger: DayList = {
  lines: [
    {
      kind: 'paid',
      attemptId: 'STRANGER',
      providerTxnId: 'T1',
      refundId: null,
      amount: { amountMinor: 100, currency: 'CNY' },
    },
  ],
  unread: [],
}
const empty: DayList = { lines: [], unread: [] }
const asked: string[] = []

const answering = (provider: PaymentProvider): PaymentProvider =>
  provider.id !== 'wechat'
    ? provider
    : {
        ...provider,
        async listSettled(day) {
          asked.push(day)
          const answer = said.get(day) ?? stranger
          if (answer instanceof Error) throw answer
          return answer
        },
      }

beforeAll(async () => {
  shop = await openShop({ timeoutMs: 2_000, wrap: answering })
})
afterAll(() => shop.close())
beforeEach(async () => {
  said.clear()
  asked.length = 0
  await shop.rows('delete from statement_days')
})

const dayBefore = (days: number) => beijingDayBefore(new Date(), days)
const job = (payload: Record<string, unknown> = {}): Job => ({
  id: crypto.randomUUID(),
  kind: 'compare-bills',
  payload,
  attempt: 1,
  signal: new AbortController().signal,
  completeIn: async () => {},
})
const run = () => compareOpenDays(shop.deps, 'wechat', job())
const days = async () => (await listDays(shop.deps.database, 100)).map(({ day, state, reason }) => [day, state, reason])
const overdue = async () => {
  const config = { sms: null, smsBudget: { total: 0, perCountry: 0 }, connections: { broken: [] } } as never
  const read = {
    config,
    machine: soundMachine,
    now: new Date(),
    isOpen: () => false,
    onFailure: (error: unknown) => expect.fail(String(error)),
  }
  return (await readStates(shop.deps.database, read)).seen.filter(({ kind }) => kind === 'list-overdue')
}

describe("days of a provider's report", () => {
  it('a compared day is remembered and not requested again', async () => {
    await run()
    expect(await days()).toEqual([[dayBefore(1), 'compared', null]])
    await run()
    expect(asked).toEqual([dayBefore(1)])
  })

  it.each([
    ['the provider is silent', new ProviderSilent('away'), 'missing', 'silent'],
    ['its list cannot be read', new UnreadableList('x'), 'unreadable', 'unreadable'],
    ['it has no list yet', 'not_ready', 'missing', 'not_ready'],
  ] as const)('a day is retried where %s, until it is compared', async (_what, answer, state, reason) => {
    said.set(dayBefore(1), answer)
    await run()
    expect(await days()).toEqual([[dayBefore(1), state, reason]])
    said.clear()
    await run()
    expect(await days()).toEqual([[dayBefore(1), 'compared', null]])
  })

  it('missed days are caught up after an outage, each on its own', async () => {
    await shop.rows(
      `insert into statement_days (provider, day, state, reason) values ('wechat', $1, 'compared', null)`,
      [dayBefore(5)],
    )
    said.set(dayBefore(3), new UnreadableList('x'))
    await run()
    expect(await days()).toEqual([
      [dayBefore(3), 'unreadable', 'unreadable'],
      ...[1, 2, 4, 5].map((back) => [dayBefore(back), 'compared', null]),
    ])
  })

  it('missed days before a day that an operator compared by hand are caught up too', async () => {
    for (const back of [5, 1])
      await shop.rows(
        `insert into statement_days (provider, day, state, reason) values ('wechat', $1, 'compared', null)`,
        [dayBefore(back)],
      )
    await run()
    expect(asked.toSorted()).toEqual([4, 3, 2].map(dayBefore))
  })

  it('a day is not recorded as compared while the processing of a difference has failed', async () => {
    const [line] = stranger.lines
    said.set(dayBefore(1), { lines: [{ ...line!, providerTxnId: 'T0' }, line!], unread: [] })
    // Makes storing a review for the first difference fail.
    await shop.rows(`alter table provider_events add constraint broken check (event_id not like 'bill:paid:T0:%')`)
    onTestFinished(async () => void (await shop.rows('alter table provider_events drop constraint broken')))
    let reads = 0
    const stopsAfterOne = {
      get aborted() {
        return ++reads > 1
      },
    } as AbortSignal
    await compareOpenDays(shop.deps, 'wechat', { ...job(), signal: stopsAfterOne })
    const [rest] = await shop.rows<{ payload: Record<string, unknown> }>(
      `select data -> 'payload' as payload from pgboss.job_common where data -> 'payload' ->> 'day' = $1`,
      [dayBefore(1)],
    )
    await compareOpenDays(shop.deps, 'wechat', job(rest!.payload))
    expect(await days()).toEqual([[dayBefore(1), 'missing', 'failed']])
  })

  it('an unreadable day raises an alert after 24 hours', async () => {
    said.set(dayBefore(1), new UnreadableList('x'))
    await run()
    expect(await overdue()).toEqual([])
    await shop.rows(`update statement_days set first_tried_at = now() - interval '25 hours'`)
    expect(await overdue()).toMatchObject([{ subject: 'wechat', amount: 1 }])
    said.clear()
    await run()
    expect(await overdue()).toEqual([])
  })

  it('a day without payments may stay without a report, and a day with payments may not', async () => {
    said.set(dayBefore(2), 'not_ready')
    await shop.rows(
      `insert into statement_days (provider, day, state, reason, first_tried_at)
      select 'wechat', d::date, 'missing', 'not_ready', now() - interval '2 days' from unnest($1::text[]) d`,
      [[dayBefore(2)]],
    )
    await run()
    expect(await overdue()).toEqual([])
    const placed = await shop.order({ method: 'wechat' })
    const { fakeGateway } = shop.simulator.counters.wechat
    fakeGateway.pay(fakeGateway.get(placed.attemptId), { notify: 0 })
    await shop.work()
    await shop.rows(
      `insert into payment_facts (id, provider, kind, attempt_id, provider_txn_id, reference, currency, amount_minor, occurred_at, source, raw_hash)
       values (gen_random_uuid(), 'wechat', 'paid', $1, 'T-OLD', '', 'CNY', 26800, $2, 'query', '')`,
      [placed.attemptId, `${dayBefore(2)}T12:00:00+08:00`],
    )
    // An empty list counts as missing if we have payments on that day.
    for (const answer of ['not_ready', empty] as const) {
      said.set(dayBefore(2), answer)
      await run()
      expect(await overdue()).toMatchObject([{ subject: 'wechat', amount: 1 }])
    }
  })

  it('operators see the state of each day', async () => {
    said.set(dayBefore(1), new UnreadableList('x'))
    await run()
    const { days: shown } = await perform(shop.deps.database, 'payments.lists', {})
    expect(shown).toMatchObject([{ provider: 'wechat', day: dayBefore(1), state: 'unreadable', lines: 0 }])
  })
})
