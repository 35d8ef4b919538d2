import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { setPayout } from '#server/modules/affiliates/affiliates.queries.ts'
import { setPayoutOnChain } from '#server/modules/payouts/payouts.queries.ts'
import { describeAffiliate } from '#server/workflows/affiliates/describe-affiliate.ts'
import { makePayoutFile } from '#server/workflows/affiliates/payouts/payout-file.ts'
import { createPayoutCheck } from '#server/workflows/crypto/check-payout.ts'
import type { TestDatabase } from '../../support/database.ts'
import { cancelOpenPayout, perform, preparePayouts, recordPayoutPaid } from '../../support/operator-acts.ts'
import { ada, ben } from '../../support/operators.ts'
import { Refused } from '#server/platform/act.ts'

export const payoutActs = ['advance', 'file', 'send', 'send-anyway', 'deny', 'cancel'] as const
export type PayoutAct = (typeof payoutActs)[number]

type Settlement = {
  state: 'prepared' | 'approved' | 'paid' | 'cancelled'
  readonly amountMinor: number
  readonly files: string[]
  /** Blockchain transaction of the payout, and whether the blockchain contradicts it. */
  hash?: string
  isDenied?: boolean
}

const orNull = async <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof Refused) return null
    throw error
  })

/** Model of an affiliate's payouts without the database: their amounts and states. */
export function modelPayouts(db: TestDatabase, userId: string) {
  const known = new Map<string, Settlement>()
  const address = `0x${randomBytes(20).toString('hex')}`
  let batch: string | null = null

  const open = () =>
    db.database.transaction((tx) => setPayout(tx, userId, { chain: 'bsc', address: address, restHours: 0 }))

  async function take(act: PayoutAct, pick: number, isSuspended: boolean): Promise<void> {
    if (act === 'advance') return advance(pick, isSuspended)
    if (act === 'file') return file()
    const [id, payout] = oneOf(pick, act === 'deny' ? ['paid'] : ['prepared', 'approved', 'paid']) ?? []
    if (id === undefined || payout === undefined) return
    if (act === 'cancel') return cancel(id, payout)
    if (act !== 'deny') return send(id, payout, { isAnyway: act === 'send-anyway', isSuspended })
    if (payout.isDenied || payout.hash === undefined) return
    expect(await setPayoutOnChain(db.database, id, payout.hash, 'mismatch', null)).toBe(1)
    payout.isDenied = true
  }

  /** Moves the open payout one step forward, or prepares a new one. */
  async function advance(pick: number, isSuspended: boolean): Promise<void> {
    const [id, payout] = oneOf(0, ['prepared', 'approved']) ?? []
    if (id === undefined || payout === undefined) return prepare(pick)
    return payout.state === 'prepared' ? approve(isSuspended) : send(id, payout, { isAnyway: false, isSuspended })
  }

  function oneOf(pick: number, states: readonly string[]): [string, Settlement] | undefined {
    const those = [...known].filter(([, { state }]) => states.includes(state))
    return those[pick % Math.max(1, those.length)]
  }

  async function prepare(pick: number): Promise<void> {
    await db.asOwner(
      `update commissions set earned_at = '2023-06-15', held_until = now() - interval '1 second'
       where affiliate_id = $1 and settlement_id is null`,
      [userId],
    )
    const period = `2024-${String((pick % 12) + 1).padStart(2, '0')}-01`
    const { failed } = await preparePayouts(db.database, { period, operator: ada })
    expect(failed).toEqual([])
    for (const { id, amountMinor } of await rows())
      if (!known.has(id)) known.set(id, { state: 'prepared', amountMinor, files: [] })
  }

  async function approve(isSuspended: boolean): Promise<void> {
    const prepared = [...known].filter(([, { state }]) => state === 'prepared')
    if (prepared.length === 0) return
    const payouts = prepared.map(([id]) => `${id}=${address}`)
    const approved = await orNull(perform(db.database, 'payouts.approve-batch', { payouts }, { operator: ben }))
    if (!approved) return
    expect(isSuspended).toBe(false)
    expect([approved.payouts, approved.amount.amountMinor]).toEqual([1, prepared[0]![1].amountMinor])
    prepared[0]![1].state = 'approved'
    batch = approved.batch
  }

  async function file(): Promise<void> {
    const waiting = [...known.values()].find(({ state }) => state === 'approved')
    if (!waiting || batch === null) return
    const handler = { ...makePayoutFile, look: async () => new Map([['bsc', `0x${'5'.repeat(40)}`]]) }
    const unsent = waiting.files.at(-1)
    const input = { batch, chain: 'bsc', ...(unsent && { unsent, again: 'it was lost' }) } as const
    const made = await orNull(perform(db.database, 'payouts.file', input, { operator: ben, handler }))
    if (!made) return
    expect(made.amount.amountMinor).toBe(waiting.amountMinor)
    waiting.files.push(made.files[0]!.path)
  }

  async function send(id: string, payout: Settlement, how: { isAnyway: boolean; isSuspended: boolean }): Promise<void> {
    const hash = `0x${randomBytes(32).toString('hex')}`
    const sentBefore = how.isAnyway ? 'it had left' : undefined
    const asked = { id, hash, operator: ben, sentBefore }
    const sent = await orNull(recordPayoutPaid(db.database, createPayoutCheck(null), asked))
    if (!sent) return
    expect(sent.amountMinor).toBe(payout.amountMinor)
    const isNew = payout.state === 'approved'
    // A paid payout gets another transaction only if the blockchain contradicted the first.
    expect(isNew || payout.isDenied).toBe(true)
    Object.assign(payout, { state: 'paid', hash, isDenied: false })
    if (!isNew || how.isAnyway) return
    expect(how.isSuspended).toBe(false)
    // Despite reversals, nobody was paid more than their commissions are worth now.
    expect(await owed()).toBeGreaterThanOrEqual(0)
  }

  async function cancel(id: string, payout: Settlement): Promise<void> {
    const asked = { id, operator: ada, reason: 'a walk', isNotSent: true, files: payout.files }
    const given = await orNull(cancelOpenPayout(db.database, async () => null, asked))
    expect(given === null).toBe(payout.state === 'paid')
    if (given) payout.state = 'cancelled'
  }

  /**
   * Commissions of all orders with a row in a payout that is not cancelled, less the amount paid; negative if the
   * affiliate owes money.
   */
  async function owed(): Promise<number> {
    const [row] = await db.asOwner<{ minor: number }>(
      `select coalesce((select sum(c.amount_minor) from commissions c where c.affiliate_id = $1 and exists (
           select from commissions s where s.order_id = c.order_id and s.settlement_id is not null)), 0)::int
         - coalesce((select sum(amount_minor) from settlements where affiliate_id = $1 and state = 'paid'), 0)::int as minor`,
      [userId],
    )
    return row!.minor
  }

  const rows = () =>
    db.asOwner<{ id: string; state: string; amountMinor: number }>(
      `select id, state, amount_minor::int as "amountMinor" from settlements where affiliate_id = $1`,
      [userId],
    )

  const sum = (...states: string[]) =>
    [...known.values()]
      .filter(({ state }) => states.includes(state))
      .reduce((total, { amountMinor }) => total + amountMinor, 0)

  async function compare(): Promise<void> {
    const stored = (await rows()).map(({ id, state, amountMinor }) => [id, state, amountMinor])
    const expected = [...known].map(([id, { state, amountMinor }]) => [id, state, amountMinor])
    expect(stored.toSorted()).toEqual(expected.toSorted())
    const booked = await db.asOwner<{ id: string; minor: number }>(
      `select s.id, p.amount_minor::int as minor from settlements s join ledger_postings p on p.source_id = 'settlement:' || s.id
       where s.affiliate_id = $1`,
      [userId],
    )
    const paid = [...known].filter(([, { state }]) => state === 'paid')
    expect(booked.map(({ id, minor }) => [id, minor]).toSorted()).toEqual(
      paid.map(([id, { amountMinor }]) => [id, amountMinor]).toSorted(),
    )
    const stray = await db.asOwner(
      `select c.id from commissions c join settlements s on s.id = c.settlement_id
       where c.affiliate_id = $1 and (s.state = 'cancelled' or s.affiliate_id <> c.affiliate_id)`,
      [userId],
    )
    expect(stray).toEqual([])
    const reader = { userId, publicOrigin: 'https://vpn.example', language: 'en' } as const
    const { balance } = (await describeAffiliate(db.database, reader)).overview!
    expect(balance.paidMinor).toBe(sum('paid'))
    expect(balance.settlingMinor).toBe(sum('prepared', 'approved'))
  }

  return { open, take, compare }
}
export type PayoutModel = ReturnType<typeof modelPayouts>
