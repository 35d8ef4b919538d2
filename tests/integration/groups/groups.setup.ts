import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createJobs } from '#server/create-jobs.ts'
import type { GroupSize, PaymentType } from '#server/modules/groups/seats.rules.ts'
import { routePayments } from '#server/modules/payments/create-payments.ts'
import {
  ProviderRefused,
  type Fact,
  type PaymentProvider,
  type ProviderId,
} from '#server/modules/payments/providers/port.ts'
import { readConfig } from '#server/platform/config.ts'
import { joinForPay, joinGroup, payRest } from '#server/workflows/groups/join-group.ts'
import { leaveGroup } from '#server/workflows/groups/leave-group.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { readGroup } from '#server/workflows/groups/read-groups.ts'
import { createMessageDeps } from '#server/workflows/accounts/messages/message-deps.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { startGroup } from '#server/workflows/groups/start-group.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createUser } from '../../support/factories.ts'
import { makeJobsDue } from '../../support/jobs.ts'

export const plan = { id: 'plan-12', unit: { 2: 21_800, 3: 18_800 } } as const

/** Gateway without a network, which executes each request at once. `refuseRefunds`: refuses refunds permanently. */
type Bank = PaymentProvider & { refuseRefunds: boolean; closing: 'closed' | 'not_found' }

export function createBank(id: ProviderId = 'alipay'): Bank {
  const refunded = new Map<string, Fact>()
  return {
    id,
    caps: { currencies: ['CNY', 'USD'], canClose: true, partialRefund: true, minTtlSec: 0 },
    refuseRefunds: false,
    closing: 'closed',
    create: async (attempt) => ({ pay: { kind: 'qr', content: `pay:${attempt.id}` }, providerRef: null }),
    parseNotification: () => ({ eventId: randomUUID(), facts: [] }),
    reply: () => ({ status: 200, body: 'success' }),
    query: async () => [],
    async close() {
      return this.closing
    },
    async refund({ refundId, ref, providerTxnId, amount }) {
      if (this.refuseRefunds) throw new ProviderRefused('no refunds here')
      const fact: Fact = {
        provider: id,
        kind: 'refunded',
        attemptId: ref.id,
        providerTxnId,
        refundId,
        amount,
        at: new Date(),
        rawHash: '',
      }
      refunded.set(refundId, fact)
      return fact
    },
    queryRefund: async ({ refundId }) => refunded.get(refundId) ?? 'not_found',
  }
}

export type GroupWorld = {
  readonly deps: PaymentDeps
  readonly bank: Bank
  readonly db: TestDatabase
  user(): Promise<string>
  start(userId: string, size: GroupSize, type: PaymentType): Promise<{ groupId: string; orderId: string }>
  paidGroup(size: GroupSize, type: PaymentType): Promise<{ groupId: string; creatorId: string; orderId: string }>
  joinFree(userId: string, groupId: string): Promise<void>
  joinForPay(userId: string, groupId: string, idempotencyKey?: string): Promise<string>
  payRest(userId: string, groupId: string, seats: number): Promise<string>
  leave(userId: string, groupId: string): Promise<void>
  /**
   * Settles a payment of the order, like a notification from the provider. `payer`: keyed digest of the paying
   * account, if the provider names it. `amountMinor`: the amount that arrives, if it differs from the price.
   */
  pay(orderId: string, payer?: string, amountMinor?: number): Promise<void>
  /** Settles another payment of the order, which is 0.01 less than its price. */
  payShort(orderId: string): Promise<void>
  state(orderId: string, kind: 'disputed' | 'dispute_won' | 'reverted'): Promise<void>
  passTime(groupId: string): Promise<void>
  /** Moves the end of an order's payment window, and of its seat, into the past. */
  closeWindow(orderId: string): Promise<void>
  /** Runs all waiting jobs now, also later ones. The end of a group runs only when it is due. */
  work(): Promise<void>
  view(userId: string, groupId: string): ReturnType<typeof readGroup>
  seats(groupId: string): Promise<{ seat: number; userId: string | null; state: string; orderId: string }[]>
  status(groupId: string): Promise<string>
  orderStatus(orderId: string): Promise<string>
  /** Number of active grants and their seconds. */
  time(userId: string): Promise<{ standing: number; seconds: number }>
  rows<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export async function openGroups({
  maxConnections = 30,
  others = [],
}: { maxConnections?: number; others?: readonly PaymentProvider[] } = {}): Promise<GroupWorld> {
  const bank = createBank()
  const routes = (['CNY', 'USD'] as const).map(
    (currency) => ({ method: 'alipay', currency, provider: 'alipay' }) as const,
  )
  const db = await createTestDatabase({ maxConnections })
  const { database } = db
  const deps: PaymentDeps = {
    database,
    payments: routePayments([bank, ...others], routes),
    log: pino({ level: 'silent' }),
  }
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir'), LOG_LEVEL: 'silent' })
  const jobs = createJobs({ ...deps, messages: createMessageDeps(config, database, deps.log) })
  const rows: GroupWorld['rows'] = db.asOwner
  const attemptOf = async (orderId: string) => {
    const [attempt] = await rows<{ id: string; amount: string; currency: 'CNY' }>(
      'select id, amount_minor as amount, currency from payment_attempts where order_id = $1 order by created_at limit 1',
      [orderId],
    )
    if (!attempt) throw new Error(`order ${orderId} has no attempt`)
    return attempt
  }
  const settle = async (orderId: string, kind: Fact['kind'], payer?: string, amountMinor?: number) => {
    const { id, amount, currency } = await attemptOf(orderId)
    const fact: Fact = {
      provider: 'alipay',
      kind,
      attemptId: id,
      providerTxnId: `${amountMinor === undefined ? 'txn' : 'odd'}-${id}`,
      refundId: null,
      amount: { amountMinor: amountMinor ?? Number(amount), currency },
      at: new Date(),
      rawHash: '',
      ...(payer !== undefined && { payer }),
    }
    await database.transaction((tx) => applyPaymentFacts(tx, { orderId, facts: [fact], source: 'notification' }))
  }
  const unitOf = async (groupId: string) =>
    Number(
      (await rows<{ unit: string }>('select unit_price_minor as unit from groups where id = $1', [groupId]))[0]!.unit,
    )
  const world: GroupWorld = {
    deps,
    bank,
    db,
    user: async () => (await createUser(database)).userId,
    async start(userId, size, paymentType) {
      const expectedTotalMinor = plan.unit[size] * (paymentType === 'pay_all' ? size : 1)
      const { orderId } = await startGroup(deps, {
        userId,
        goodsId: plan.id,
        size,
        paymentType,
        currency: 'CNY',
        method: 'alipay',
        expectedTotalMinor,
        idempotencyKey: randomUUID(),
      })
      const [row] = await rows<{ id: string }>('select group_id as id from orders where id = $1', [orderId])
      return { orderId, groupId: row!.id }
    },
    async paidGroup(size, type) {
      const creatorId = await world.user()
      const { groupId, orderId } = await world.start(creatorId, size, type)
      await world.pay(orderId)
      return { groupId, creatorId, orderId }
    },
    joinFree: (userId, groupId) => joinGroup(database, userId, groupId),
    async joinForPay(userId, groupId, idempotencyKey = randomUUID()) {
      const expectedTotalMinor = await unitOf(groupId)
      return (await joinForPay(deps, { userId, groupId, method: 'alipay', expectedTotalMinor, idempotencyKey })).orderId
    },
    async payRest(userId, groupId, seats) {
      const expectedTotalMinor = seats * (await unitOf(groupId))
      const idempotencyKey = randomUUID()
      return (await payRest(deps, { userId, groupId, method: 'alipay', expectedTotalMinor, idempotencyKey })).orderId
    },
    leave: (userId, groupId) => leaveGroup(deps, userId, groupId),
    pay: (orderId, payer, amountMinor) => settle(orderId, 'paid', payer, amountMinor),
    async payShort(orderId) {
      await settle(orderId, 'paid', undefined, Number((await attemptOf(orderId)).amount) - 1)
    },
    state: settle,
    async passTime(groupId) {
      await rows(
        `update groups set created_at = created_at - interval '2 days', expires_at = now() - interval '1 second' where id = $1`,
        [groupId],
      )
      await rows(`update pgboss.job set start_after = now() where data->'payload'->>'groupId' = $1`, [groupId])
    },
    async closeWindow(orderId) {
      await rows(`update orders set payable_until = now() - interval '1 second' where id = $1`, [orderId])
      await rows(`update group_seats set lease_until = now() - interval '1 second' where order_id = $1`, [orderId])
    },
    async work() {
      await makeJobsDue(rows, { not: 'expire-group' })
      await jobs.drain()
    },
    view: (userId, groupId) => readGroup(database, userId, groupId, 'en'),
    seats: (groupId) =>
      rows(
        'select seat, user_id as "userId", state, order_id as "orderId" from group_seats where group_id = $1 order by seat',
        [groupId],
      ),
    status: async (groupId) =>
      (await rows<{ status: string }>('select status from groups where id = $1', [groupId]))[0]!.status,
    orderStatus: async (orderId) =>
      (await rows<{ status: string }>('select status from orders where id = $1', [orderId]))[0]!.status,
    async time(userId) {
      const [row] = await rows<{ standing: number; seconds: number }>(
        `select coalesce(sum(sign(seconds)), 0)::int as standing, coalesce(sum(seconds), 0)::int as seconds
         from membership_grants where user_id = $1`,
        [userId],
      )
      return row!
    },
    rows,
    close: () => db.drop(),
  }
  return world
}

/** Sends a chain payment for an order, which waits for confirmations. */
export async function arrive(world: GroupWorld, orderId: string): Promise<void> {
  const [attempt] = await world.rows<{ id: string }>('select id from payment_attempts where order_id = $1', [orderId])
  const address = `0x${randomUUID().replaceAll('-', '').padEnd(40, '0')}`
  await world.rows(`insert into crypto_addresses (address, origin, order_id) values ($1, 'test', $2)`, [
    address,
    orderId,
  ])
  await world.rows(
    `insert into crypto_deposits (attempt_id, order_id, network, kind, token, address, amount, decimals, usd_minor, rate)
     values ($1, $2, 'local', 'evm', 'USDT', $3, 1000, 6, 3000, 'test')`,
    [attempt!.id, orderId, address],
  )
  await world.rows(
    `insert into chain_transfers (id, network, block_hash, log_index, block_number, tx_hash, sender, address, amount, at,
       order_id, attempt_id, status)
     values ($1, 'local', $2, 0, 1, $2, '0x', $3, 1000, now(), $4, $5, 'seen')`,
    [randomUUID(), `0x${orderId}`, address, orderId, attempt!.id],
  )
}

/** Makes the pending chain payment of an order disappear, as after a reorganisation. */
export const drop = (world: GroupWorld, orderId: string) =>
  world.rows(`update chain_transfers set status = 'dropped' where order_id = $1`, [orderId])
