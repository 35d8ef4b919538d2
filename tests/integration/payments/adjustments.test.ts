import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUnionpayReport } from '#server/modules/payments/providers/unionpay-report.ts'
import { ProviderSilent } from '#server/modules/payments/providers/port.ts'
import type { DayList } from '#server/modules/payments/settlement-report.rules.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import { compareReportOfDay } from '#server/workflows/payments/review/compare-reports.ts'
import { reportFile } from '#simulators/unionpay/settlement-report.ts'
import { zip } from '#simulators/zip.ts'
import { resolveReview } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { reportDay } from './reports.setup.ts'
import { eventually, openShop, type Placed, type Shop } from './payments.setup.ts'

let shop: Shop
const day = reportDay('unionpay')
beforeAll(async () => {
  shop = await openShop({ timeoutMs: 2_000 })
})
afterAll(() => shop.close())

const fakeGateway = () => shop.simulator.counters.unionpay.fakeGateway
const compare = () => compareReportOfDay(shop.deps, { provider: 'unionpay', day })
async function paid(): Promise<Placed> {
  const placed = await shop.order({ method: 'unionpay', currency: 'CNY', totalMinor: 26_800 })
  fakeGateway().pay(fakeGateway().get(placed.attemptId))
  await eventually(async () => (await shop.work(), (await shop.books(placed)).status) === 'paid')
  return placed
}
const itemsOf = async ({ orderId }: Placed) =>
  (await listOpenReviews(shop.deps.database)).filter((item) => item.orderId === orderId)

describe('bank adjustments at UnionPay', () => {
  it('a bank reversal opens one dispute however often the day is read, takes the time back and books the loss', async () => {
    const placed = await paid()
    fakeGateway().dispute(fakeGateway().get(placed.attemptId))
    expect((await compare()).differences.map(({ what }) => what)).toEqual(['bank_adjustment'])
    for (let round = 0; round < 3; round++) await compare()
    expect(await shop.books(placed)).toMatchObject({ status: 'review', reviews: ['disputed'], standing: 0 })
    const [item] = await itemsOf(placed)
    const decision = { id: item!.id, decision: 'lost', reason: 'the bank said so', operator: ada } as const
    expect(await resolveReview(shop.deps.database, decision)).toMatchObject({ lostMinor: 26_800 })
    await compare()
    expect(await shop.books(placed)).toMatchObject({ status: 'refunded', standing: 0 })
    expect(await itemsOf(placed)).toEqual([])
  })

  it('a reversal that the bank undid goes to review, and the operator can accept the payment again', async () => {
    const placed = await paid()
    fakeGateway().dispute(fakeGateway().get(placed.attemptId))
    fakeGateway().closeDispute(fakeGateway().get(placed.attemptId), 'won')
    for (let round = 0; round < 2; round++) await compare()
    const items = await itemsOf(placed)
    expect(items.map(({ reason }) => reason).toSorted()).toEqual(['bank_adjustment', 'disputed'])
    const id = items.find(({ reason }) => reason === 'disputed')!.id
    await resolveReview(shop.deps.database, { id, decision: 'won', reason: 'it came back', operator: ada })
    await compare()
    expect((await shop.books(placed)).standing).toBe(1)
    expect((await itemsOf(placed)).map(({ reason }) => reason)).toEqual(['bank_adjustment'])
  })

  it('a partial reversal can be decided as lost, and books only that part as lost', async () => {
    const placed = await paid()
    fakeGateway().dispute(fakeGateway().get(placed.attemptId), 800)
    await compare()
    const [item] = await itemsOf(placed)
    const decision = { id: item!.id, decision: 'lost', reason: 'the bank said so', operator: ada } as const
    expect(await resolveReview(shop.deps.database, decision)).toMatchObject({ lostMinor: 800 })
  })

  it('a reversal of a payment that is not ours opens one review', async () => {
    const number = '01KAG2S0N0NE0FTHESE0RDERS1'
    const gatewayPayment = fakeGateway().open({
      number,
      subject: 'x',
      totalMinor: 100,
      notifyUrl: '',
      returnUrl: '',
      currency: 'CNY',
      expiresAt: Date.now() + 60_000,
      extra: {},
    })
    fakeGateway().pay(gatewayPayment, { notify: 0 })
    fakeGateway().dispute(gatewayPayment)
    const count = async () =>
      (await shop.rows(`select from review_items where order_id is null and reason = 'bank_adjustment'`)).length
    const before = await count()
    for (let round = 0; round < 3; round++) await compare()
    expect(await count()).toBe(before + 1)
  })
})

describe('UnionPay file of bank adjustments', () => {
  const merchantId = '777290058110001'
  const archiveOf = (on: string, files: Record<'ZM' | 'ZME', string>) =>
    deflateSync(
      zip(
        Object.entries(files).map(([kind, text]) => ({
          name: Buffer.from(`INN${on.slice(2).replaceAll('-', '')}88${kind}_${merchantId}`),
          bytes: Buffer.from(text, 'latin1'),
        })),
      ),
    ).toString('base64')
  const linesOf = async (list: Promise<DayList | 'not_ready'>) => {
    const read = await list
    return read === 'not_ready' ? [] : read.lines
  }
  type Day = { fileContent: string } | { respCode: string }
  const reader = (days: Record<string, Day>, asked: string[] = []) =>
    createUnionpayReport({ merchantId, fileUrl: 'http://localhost/' }, async (_url, { settleDate = '' }) => {
      asked.push(settleDate)
      return { respCode: '00', settleDate, ...(days[settleDate] ?? { respCode: '98' }) }
    })
  const old = '2026-11-02'
  const later = '2026-11-20'
  /** Payment made on the 2nd of the month and disputed on the 20th. */
  function gatewayPayment() {
    const at = (on: string) => Date.parse(`${on}T04:00:00Z`)
    const placed = fakeGateway().open({
      number: crypto.randomUUID().slice(0, 26),
      subject: 'x',
      totalMinor: 26_800,
      notifyUrl: '',
      returnUrl: '',
      currency: 'CNY',
      expiresAt: Date.now() + 60_000,
      extra: {},
    })
    return { ...placed, paidMinor: 26_800, paidAt: at(old), disputedAt: at(later), disputedMinor: 500 }
  }
  const fileOf = (which: ReturnType<typeof gatewayPayment>, on: string) =>
    reportFile([which], on.slice(5).replace('-', ''), { now: Date.parse(`${later}T12:00:00Z`), merchantId })!

  it('an adjusted payment of another day is found in the report of that day, which is requested once', async () => {
    const one = gatewayPayment()
    const asked: string[] = []
    const days = { '1102': fileOf(one, old), '1120': fileOf(one, later) }
    expect(await linesOf(reader(days, asked)(later))).toEqual([
      {
        kind: 'adjusted',
        attemptId: one.number,
        providerTxnId: one.txn,
        refundId: null,
        amount: { amountMinor: 500, currency: 'CNY' },
        adjustment: {
          id: expect.stringMatching(/^E30 \d{6} 1120120000$/),
          takes: true,
          at: new Date('2026-11-20T04:00:00Z'),
        },
      },
    ])
    expect(asked).toEqual(['1120', '1102'])
  })

  it.each<[string, Day]>([
    ['is no longer available', { respCode: '98' }],
    ['is refused', { respCode: '77' }],
    ['cannot be read', { fileContent: 'AAAA' }],
  ])('an adjustment whose daily report %s is reported without a payment', async (_what, answer) => {
    const [line] = await linesOf(reader({ '1120': fileOf(gatewayPayment(), later), '1102': answer })(later))
    expect(line).toMatchObject({ kind: 'adjusted', attemptId: '', providerTxnId: '', adjustment: { takes: true } })
  })

  it('an unreadable adjustment hides no transaction and is reported for review', async () => {
    const content = archiveOf(later, { ZM: '', ZME: 'E30 of some other form 6216***********0018\r\n' })
    const read = () => linesOf(reader({ '1120': { fileContent: content } })(later))
    const nothing = { attemptId: '', providerTxnId: '', refundId: null, amount: { amountMinor: 0, currency: 'CNY' } }
    // A line gets the same id at each reading, and its card number is not stored.
    const adjustment = { id: expect.stringMatching(/^[0-9a-f]{32}$/), takes: null, at: null }
    expect(await read()).toEqual([{ kind: 'adjusted', ...nothing, adjustment }])
    expect(await read()).toEqual(await read())
    const broken = archiveOf(later, { ZM: 'S22 0490', ZME: '' })
    await expect(reader({ '1120': { fileContent: broken } })(later)).rejects.toThrow(ProviderSilent)
  })

  it('adjustments lead to requests for at most ten other days', async () => {
    const gatewayPayments = Array.from({ length: 12 }, (_, n) => {
      const paidAt = Date.parse(`2026-10-${String(n + 1).padStart(2, '0')}T04:00:00Z`)
      return { ...gatewayPayment(), paidAt }
    })
    const now = Date.parse(`${later}T12:00:00Z`)
    const asked: string[] = []
    const lines = await linesOf(
      reader({ '1120': reportFile(gatewayPayments, '1120', { now, merchantId })! }, asked)(later),
    )
    expect(lines).toHaveLength(12)
    expect(asked).toHaveLength(11)
  })
})
