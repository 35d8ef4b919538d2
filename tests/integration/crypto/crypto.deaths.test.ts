import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { watchChain } from '#server/workflows/crypto/watch-chain.ts'
import { openCryptoShop, price, type CryptoShop } from './crypto.setup.ts'

let chain: LocalChain
let shop: CryptoShop

beforeAll(async () => {
  chain = await startChain()
  shop = await openCryptoShop(chain, { network: { tokens: ['USDT'] } })
})
afterAll(async () => {
  await shop?.close()
  await chain?.stop()
})

class Died extends Error {}

/** Database that fails after this many answers and rolls back open transactions, like a process that died. */
function mortal(database: Database, answers: number): Database {
  let left = answers
  const guard = <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) => {
    return (...args: Args): Promise<T> => (left-- > 0 ? work(...args) : Promise.reject(new Died()))
  }
  const asking = <Q extends Queryable>(db: Q): Q => ({
    ...db,
    query: guard(db.query.bind(db)),
    one: guard(db.one.bind(db)),
    maybe: guard(db.maybe.bind(db)),
    run: guard(db.run.bind(db)),
  })
  return { ...asking(database), transaction: (work) => database.transaction((tx) => work(asking(tx))) }
}

const freeLease = () => shop.rows('update chain_cursors set leased_until = null, reader = null')
async function readOn(): Promise<void> {
  await freeLease()
  await shop.watch(randomUUID())
}

/** Repeats a round that dies one statement later each time, until one completes. Returns the number of deaths. */
async function dieEverywhere(prepare: () => Promise<void>, check: () => Promise<void>): Promise<number> {
  for (let answers = 0; ; answers++) {
    await prepare()
    await freeLease()
    const database = mortal(shop.deps.database, answers)
    const round = watchChain({ ...shop.deps, database }, shop.network, randomUUID())
    const isDead = await round.then(
      () => false,
      (error: unknown) => {
        if (error instanceof Died) return true
        throw error
      },
    )
    await readOn()
    await check()
    if (!isDead) return answers
  }
}

it('a blockchain reader that dies at any SQL statement while counting a payment loses nothing and grants once', async () => {
  let placed = await shop.order()
  const deaths = await dieEverywhere(
    async () => {
      placed = await shop.order()
      await chain.transfer('USDT', placed.address, placed.amount)
      await chain.mine(3)
    },
    async () =>
      expect(await shop.books(placed)).toEqual({
        status: 'paid',
        grants: 1,
        facts: [`paid ${price.USD} chain`],
        reviews: [],
        transfers: [`confirmed ${price.USD}`],
      }),
  )
  expect(deaths).toBeGreaterThan(20)
  expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
})

it('a blockchain reader that dies at any SQL statement while revoking a payment leaves no removed payment counted', async () => {
  let placed = await shop.order()
  const deaths = await dieEverywhere(
    async () => {
      placed = await shop.order()
      await chain.transfer('USDT', placed.address, placed.amount)
      await chain.mine(3)
      await readOn()
      expect((await shop.books(placed)).status).toBe('paid')
      await chain.call('anvil_reorg', 5, [])
    },
    async () =>
      expect(await shop.books(placed)).toMatchObject({
        status: 'review',
        grants: 0,
        facts: [`paid ${price.USD} chain`, `reverted ${price.USD} chain`],
        reviews: ['reverted'],
      }),
  )
  expect(deaths).toBeGreaterThan(20)
  expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
})
