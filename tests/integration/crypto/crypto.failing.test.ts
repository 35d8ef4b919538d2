import { runAction } from '#tests/support/run-action.ts'
import { fastify } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { countTransfer, readNetworkHealth } from '#server/modules/chains/chains.service.ts'
import { findDeposit } from '#server/modules/chains/deposits.queries.ts'
import { registerHealth } from '#server/api/health.ts'
import { readConfig } from '#server/platform/config.ts'
import { prepareDeposit } from '#server/workflows/crypto/prepare-deposit.ts'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { openCryptoShop, price, type CryptoShop, type Placed } from './crypto.setup.ts'

let chain: LocalChain
let shop: CryptoShop
beforeAll(async () => {
  chain = await startChain()
  shop = await openCryptoShop(chain)
  await shop.rows('create table refused_attempts (attempt_id text primary key)')
  await shop.rows('grant select on refused_attempts to public')
  await shop.rows(`create function refuse_fact() returns trigger language plpgsql as $$ begin
    if exists (select from refused_attempts r where r.attempt_id = new.attempt_id) then raise exception 'planted'; end if;
    return new; end $$`)
  await shop.rows(
    'create trigger refuse_fact before insert on payment_facts for each row execute function refuse_fact()',
  )
})
afterAll(async () => {
  await shop?.close()
  await chain?.stop()
})
afterEach(async () => {
  await shop.rows('delete from refused_attempts')
  await retryNow()
  await shop.watch()
})

const refuse = ({ attemptId }: Placed) => shop.rows('insert into refused_attempts values ($1)', [attemptId])
const retryNow = () => shop.rows('update chain_transfers set try_after = null')
const deep = async () => {
  await chain.mine(3)
  await shop.watch()
}
const send = (placed: Placed, amount = placed.amount) => chain.transfer('USDT', placed.address, amount)
const tries = async ({ orderId }: Placed) => {
  const [row] = await shop.rows<{ failures: number; pause: number | null }>(
    `select failures, round(extract(epoch from try_after - now()))::int as pause from chain_transfers where order_id = $1`,
    [orderId],
  )
  return row
}
const quote = async () => {
  const { userId, orderId } = await shop.order()
  await prepareDeposit(shop.deps, { userId, orderId, network: 'local', token: 'USDC' })
}

describe('transfer that cannot be booked to its order', () => {
  it('a failing transfer does not stop other transfers of the same round', async () => {
    const [before, broken, behind] = [await shop.order(), await shop.order(), await shop.order()]
    await refuse(broken)
    for (const placed of [before, broken, behind]) await send(placed)
    await deep()
    expect((await shop.books(before)).status).toBe('paid')
    expect((await shop.books(behind)).status).toBe('paid')
    expect(await shop.books(broken)).toMatchObject({ status: 'awaiting_payment', facts: [], transfers: ['seen -'] })
  })

  it('a failing transfer backs off, goes to review after five failures, and is booked when the cause is gone', async () => {
    const broken = await shop.order()
    await refuse(broken)
    await send(broken)
    await deep()
    await shop.watch()
    expect((await tries(broken))?.failures, 'it pauses: the second round leaves it alone').toBe(1)
    for (const failures of [2, 3, 4]) {
      await retryNow()
      await shop.watch()
      expect((await tries(broken))?.failures).toBe(failures)
    }
    expect((await shop.books(broken)).reviews).toEqual([])
    for (const failures of [5, 6]) {
      await retryNow()
      await shop.watch()
      expect((await tries(broken))?.failures).toBe(failures)
      expect((await shop.books(broken)).reviews).toEqual(['not_counted'])
    }
    expect((await tries(broken))?.pause).toBeGreaterThan(160)
    await shop.rows('delete from refused_attempts')
    await retryNow()
    await shop.watch()
    expect(await shop.books(broken)).toMatchObject({ status: 'paid', grants: 1, transfers: [`confirmed ${price.USD}`] })
  })

  it('a transfer is booked although more failing transfers than one round processes come before it', async () => {
    const broken = await shop.order()
    await refuse(broken)
    await send(broken)
    await deep()
    // As many further transfers as one round processes, all earlier in the chain.
    await shop.rows(
      `insert into chain_transfers (id, network, block_hash, log_index, block_number, tx_hash, sender, address, amount, at,
         order_id, attempt_id, status)
       select gen_random_uuid(), network, block_hash, 1000 + n, block_number, tx_hash, sender, address, 1, at, order_id,
         attempt_id, 'seen' from chain_transfers, generate_series(1, 200) n where order_id = $1`,
      [broken.orderId],
    )
    // The nodes do not know these transfers, so they stay pending. Each has failed once.
    await shop.rows('update chain_transfers set failures = 1 where log_index > 1000')
    const behind = await shop.order()
    await send(behind)
    await deep()
    expect((await shop.books(behind)).status).toBe('paid')
    await shop.rows('delete from chain_transfers where log_index > 1000')
  })

  it('a transfer too large for exact numbers is not credited, goes to review and stops no other', async () => {
    const [huge, other] = [await shop.order(), await shop.order()]
    await shop.rows('update crypto_deposits set amount = 1 where attempt_id = $1', [huge.attemptId])
    // At 4,490 cents per base unit the amount is 9.1 · 10^15 cents, beyond 2^53.
    await send(huge, 2_100_000_000_000n)
    await send(other)
    await deep()
    expect(await shop.books(huge)).toEqual({
      status: 'awaiting_payment',
      grants: 0,
      facts: [],
      reviews: ['amount_too_large'],
      transfers: ['stray -'],
    })
    expect((await shop.books(other)).status).toBe('paid')
    await shop.watch()
    expect((await shop.books(huge)).reviews).toEqual(['amount_too_large'])
  })
})

describe('counted transfer', () => {
  it('a counted transfer that is processed again is credited once', async () => {
    const placed = await shop.order()
    await send(placed)
    await deep()
    const counted = await shop.books(placed)
    const [transfer] = await shop.rows<{ id: string }>('select id from chain_transfers where order_id = $1', [
      placed.orderId,
    ])
    const deposit = await findDeposit(shop.deps.database, placed.attemptId)
    const again = await shop.deps.database.transaction((tx) => countTransfer(tx, deposit!, transfer!.id, price.USD))
    expect(again).toBeNull()
    expect(await shop.books(placed)).toEqual(counted)
  })

  it.each(['dropped', 'reverted', 'stray'] as const)('a transfer that became %s is not counted', async (status) => {
    const placed = await shop.order()
    await send(placed)
    await shop.watch()
    await shop.rows(
      `update chain_transfers set status = $2, credited_minor = case when $2 = 'reverted' then 1 end where order_id = $1`,
      [placed.orderId, status],
    )
    const [transfer] = await shop.rows<{ id: string }>('select id from chain_transfers where order_id = $1', [
      placed.orderId,
    ])
    const deposit = await findDeposit(shop.deps.database, placed.attemptId)
    const credit = await shop.deps.database.transaction((tx) => countTransfer(tx, deposit!, transfer!.id, price.USD))
    expect(credit).toBeNull()
    expect((await shop.books(placed)).grants).toBe(0)
  })
})

describe('stalled booking of transfers', () => {
  it('a network takes no new payments while booking fails for three orders and works for none, until it works for one', async () => {
    const failing = [await shop.order(), await shop.order(), await shop.order()]
    for (const placed of failing) {
      await refuse(placed)
      await send(placed)
    }
    const waiting = await shop.order()
    await deep()
    expect(await readNetworkHealth(shop.deps.database, shop.network)).toMatchObject({
      standstill: 'unsettled',
      failing: 3,
      due: 3,
    })
    await expect(quote()).rejects.toMatchObject({ status: 'PaymentDetailsUnavailable' })
    await send(waiting)
    await deep()
    expect((await readNetworkHealth(shop.deps.database, shop.network))?.standstill).toBeNull()
    await quote()
  })

  it('a blockchain network stays open while booking fails for one or two orders', async () => {
    for (const placed of [await shop.order(), await shop.order()]) {
      await refuse(placed)
      await send(placed)
    }
    await deep()
    expect((await readNetworkHealth(shop.deps.database, shop.network))?.standstill).toBeNull()
    await quote()
  })

  it('a blockchain network takes no new payments while blocks are read but due transfers are not processed', async () => {
    const { userId, orderId } = await shop.order()
    await shop.rows(`update chain_cursors set tried_at = now() - interval '2 minutes'`)
    const ask = () => prepareDeposit(shop.deps, { userId, orderId, network: 'local', token: 'USDC' })
    await expect(ask()).rejects.toMatchObject({ status: 'PaymentDetailsUnavailable' })
    await shop.watch()
    await ask()
  })

  it('a stall appears in the server health and in crypto.status with its age', async () => {
    const broken = await shop.order()
    await refuse(broken)
    await send(broken)
    await deep()
    await shop.rows(`update chain_transfers set due_at = now() - interval '10 minutes' where order_id = $1`, [
      broken.orderId,
    ])
    const app = fastify()
    registerHealth(app, { ...shop.deps, isDraining: () => false })
    const { networks } = (await app.inject('/readyz')).json<{ networks: Record<string, unknown>[] }>()
    expect(networks).toMatchObject([{ network: 'local', standstill: null, failing: 1 }])
    expect(networks[0]?.settlementSeconds).toBeGreaterThanOrEqual(600)
    await app.close()
    const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir'), CRYPTO_CONFIG_FILE: shop.configFile })
    const lines = (await runAction({ database: shop.deps.database, config }, 'crypto.status')).split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/^local\t\d+\t\d+\t1\t6\d\d\t1\ttakes payments$/)
  })
})
