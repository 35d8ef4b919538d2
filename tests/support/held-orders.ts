import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { money, type Money } from '#shared/money.ts'
import type { Method } from '#shared/method.ts'
import { openAccount } from '#server/modules/accounts/accounts.service.ts'
import { findPricedGoods } from '#server/modules/catalog/catalog.queries.ts'
import { changeStatus, createOrder } from '#server/modules/orders/orders.service.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import { openWatchedAttempt, prepareAttempt } from '#server/modules/payments/attempts.service.ts'
import type { ProviderId } from '#server/modules/payments/providers/port.ts'
import { openDatabase, type Database, type Transaction } from '#server/platform/database.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'

/** `named`: identifier in the customer's message. `number`: order number. */
export type HeldOrder = { readonly named: string; readonly number: string }
type HeldOrders = Readonly<Record<'hash' | 'address' | 'reference', HeldOrder>>

const plan = 'plan-12'

export async function makeHeldOrders(connection: pg.ClientConfig): Promise<HeldOrders> {
  const database = openDatabase({ connection, maxConnections: 2, log: pino({ level: 'silent' }) })
  const owner = new pg.Client(connection)
  await owner.connect()
  try {
    const [byHash, byAddress, byReference] = [
      await buy(database, 'crypto', 'crypto'),
      await buy(database, 'alipay', 'alipay'),
      await buy(database, 'card', 'stripe'),
    ]
    const hash = `0x${randomBytes(32).toString('hex')}`
    await noteTransfer(owner, byHash, hash)
    // Ends the payment window, because a chain buyer may pay the rest until then.
    await owner.query(`update orders set payable_until = now() - interval '1 second' where id = $1`, [byHash.order.id])
    for (const each of [byHash, byAddress, byReference]) await payShort(database, each)
    return {
      hash: { named: hash, number: byHash.order.number },
      address: { named: byAddress.email, number: byAddress.order.number },
      reference: { named: byReference.transaction, number: byReference.order.number },
    }
  } finally {
    await owner.end()
    await database.close()
  }
}

export async function makePaidOrder(connection: pg.ClientConfig): Promise<string> {
  const database = openDatabase({ connection, maxConnections: 2, log: pino({ level: 'silent' }) })
  try {
    const bought = await buy(database, 'card', 'stripe')
    await pay(database, bought, bought.total.amountMinor)
    return bought.order.number
  } finally {
    await database.close()
  }
}

type Bought = {
  readonly order: Order
  readonly provider: ProviderId
  readonly attemptId: string
  readonly transaction: string
  readonly email: string
  readonly total: Money
}

const buy = (database: Database, method: Method, provider: ProviderId): Promise<Bought> =>
  database.transaction(async (tx) => {
    const currency = method === 'alipay' ? 'CNY' : 'USD'
    const goods = await findPricedGoods(tx, plan, currency)
    if (!goods) throw new Error(`${plan} is not sold in ${currency}`)
    const email = `held.${randomUUID().slice(0, 13)}@example.com`
    const { userId } = await openAccount(tx, {
      identifier: { kind: 'email', value: email, lookupKey: email },
      passwordHash: 'no password opens this',
      inviteCode: '',
      language: 'en',
    })
    const { order } = await createOrder(
      tx,
      {
        userId,
        currency,
        method,
        idempotencyKey: randomUUID(),
        goodsId: plan,
        productNames: goods.names,
        months: goods.months,
        bonusDays: goods.bonusDays,
        maxDevices: goods.maxDevices,
        difference: null,
        totalMinor: goods.priceMinor,
        priceMinor: goods.priceMinor,
        discountMinor: 0,
        promoCode: null,
        groupId: null,
        seats: 1,
      },
      { goodsId: plan, currency, method, expectedTotalMinor: goods.priceMinor },
    )
    const total = money(order.totalMinor, currency)
    const attempt = { ...order, total }
    const attemptId =
      provider === 'crypto' ? await openWatchedAttempt(tx, attempt) : prepareAttempt(tx, attempt, provider)
    const awaited = await changeStatus(tx, order, { to: 'awaiting_payment', reason: 'attempt_opened', actor: 'server' })
    return { order: awaited, provider, attemptId, transaction: `held_${randomBytes(9).toString('hex')}`, email, total }
  })

const payShort = (database: Database, bought: Bought) => pay(database, bought, bought.total.amountMinor - 100)

const pay = (database: Database, { order, provider, attemptId, transaction, total }: Bought, amountMinor: number) =>
  database.transaction((tx: Transaction) =>
    applyPaymentFacts(tx, {
      orderId: order.id,
      source: 'notification',
      facts: [
        {
          provider,
          kind: 'paid',
          attemptId,
          providerTxnId: transaction,
          refundId: null,
          amount: { ...total, amountMinor },
          at: tx.now,
          rawHash: '',
          ...(provider === 'stripe' && { payer: randomBytes(32).toString('hex') }),
        },
      ],
    }),
  )

/** Records a transfer as the chain watcher would, on a network that is not watched here. */
async function noteTransfer(owner: pg.Client, { order, attemptId, total }: Bought, hash: string): Promise<void> {
  const address = `0x${randomBytes(20).toString('hex')}`
  const amount = total.amountMinor * 10_000
  await owner.query(`insert into crypto_addresses (address, origin, order_id) values ($1, 'held', $2)`, [
    address,
    order.id,
  ])
  await owner.query(
    `insert into crypto_deposits (attempt_id, order_id, network, kind, token, decimals, address, amount, usd_minor, rate)
     values ($1, $2, 'elsewhere', 'evm', 'USDT', 6, $3, $4, $5, '1')`,
    [attemptId, order.id, address, amount, total.amountMinor],
  )
  await owner.query(
    `insert into chain_transfers (id, network, block_hash, log_index, block_number, tx_hash, sender, address, amount, at,
       order_id, attempt_id, status, credited_minor, settled_at)
     values (gen_random_uuid(), 'elsewhere', $1, 0, 1, $1, $2, $3, $4, now(), $5, $6, 'confirmed', $7, now())`,
    [hash, address, address, amount - 1_000_000, order.id, attemptId, total.amountMinor - 100],
  )
}
