import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomBytes, randomUUID, type UUID } from 'node:crypto'
import { pino } from 'pino'
import { HDKey } from 'viem/accounts'
import { inject } from 'vitest'
import { createJobs } from '#server/create-jobs.ts'
import { createChains, type Network } from '#server/modules/chains/create-chains.ts'
import { createPayments } from '#server/modules/payments/create-payments.ts'
import { readConfig } from '#server/platform/config.ts'
import { createKeyedDigest, type KeyedDigest } from '#server/platform/keyed-digest.ts'
import type { ChainDeps, CryptoDeps } from '#server/deps/payment-deps.ts'
import { placeOrder } from '#server/workflows/orders/place-order.ts'
import { prepareDeposit } from '#server/workflows/crypto/prepare-deposit.ts'
import { readCryptoPayment } from '#server/workflows/crypto/read-crypto.ts'
import { createMessageDeps } from '#server/workflows/accounts/messages/message-deps.ts'
import { watchChain } from '#server/workflows/crypto/watch-chain.ts'
import { describeChain, describeCrypto } from '#simulators/chain/describe-chain.ts'
import type { LocalChain } from '#simulators/chain/start-chain.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createUser } from '../../support/factories.ts'
import { makeJobsDue } from '../../support/jobs.ts'

export type CryptoShop = {
  readonly configFile: string
  readonly deps: CryptoDeps & ChainDeps & { readonly digest: KeyedDigest }
  readonly network: Network
  order(options?: { token?: string; network?: string; currency?: 'USD' | 'CNY' }): Promise<Placed>
  watch(reader?: UUID): Promise<void>
  state(placed: Pick<Placed, 'userId' | 'orderId'>): ReturnType<typeof readCryptoPayment>
  books(placed: Pick<Placed, 'orderId'>): Promise<Books>
  closeWindow(placed: Pick<Placed, 'orderId'>): Promise<void>
  work(): Promise<void>
  rows<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}
export type Placed = { userId: string; orderId: string; address: string; amount: bigint; attemptId: string }
type Books = {
  status: string
  grants: number
  facts: string[]
  reviews: string[]
  transfers: string[]
}
export const price = { id: 'plan-12', USD: 4_490, CNY: 26_800 } as const

/** Shops on one blockchain must not share wallet addresses, so each has its own account. */
const newAccount = () => HDKey.fromMasterSeed(randomBytes(64)).derive("m/44'/60'/0'").publicExtendedKey

/** Shop that accepts the tokens of a local chain. `config` overrides the configuration file. */
export async function openCryptoShop(
  chain: LocalChain,
  options: { network?: Parameters<typeof describeChain>[1]; config?: Record<string, unknown>; networks?: object } = {},
): Promise<CryptoShop> {
  const networks = { local: describeChain(chain, options.network), ...options.networks }
  const file = path.join(inject('dataDir'), `crypto-${randomUUID()}.json`)
  await writeFile(file, JSON.stringify(describeCrypto(networks, { xpub: newAccount(), ...options.config })))
  const db = await createTestDatabase({ maxConnections: 20 })
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir'), CRYPTO_CONFIG_FILE: file })
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  if (!config.crypto) throw new Error('nothing is configured')
  const chains = await createChains(config.crypto, log)
  const network = chains.find('local')
  if (!network) throw new Error('there is no local network')
  const digest = createKeyedDigest(config.secretKey)
  const deps = { database: db.database, payments: createPayments(config), log, chains, digest }
  const jobs = createJobs({ ...deps, messages: createMessageDeps(config, db.database, log) })
  const rows: CryptoShop['rows'] = db.asOwner
  const shop: CryptoShop = {
    configFile: file,
    deps,
    network,
    rows,
    async order({ token = 'USDT', network: on = 'local', currency = 'USD' } = {}) {
      const { userId } = await createUser(db.database)
      const { orderId } = await placeOrder(deps, {
        userId,
        goodsId: price.id,
        currency,
        method: 'crypto',
        expectedTotalMinor: price[currency],
        idempotencyKey: randomUUID(),
      })
      await prepareDeposit(deps, { userId, orderId, network: on, token })
      const { deposits } = await readCryptoPayment(deps, userId, orderId)
      const [attempt] = await rows<{ id: string }>('select attempt_id as id from crypto_deposits where order_id = $1', [
        orderId,
      ])
      const [deposit] = deposits
      if (!deposit || !attempt) throw new Error('there is no deposit')
      return { userId, orderId, address: deposit.address, amount: BigInt(deposit.amount), attemptId: attempt.id }
    },
    async watch(reader) {
      for (let rounds = 0; rounds < 200; rounds++) {
        const { isBehind } = await watchChain(deps, network, reader)
        if (!isBehind) return
      }
      throw new Error('the watcher never came to an end')
    },
    state: ({ userId, orderId }) => readCryptoPayment(deps, userId, orderId),
    async books({ orderId }) {
      const texts = async (text: string) =>
        (await rows<{ text: string }>(text, [orderId])).map((row) => row.text).toSorted()
      const [order] = await rows<{ status: string; granted: boolean }>(
        'select status, standing_grant is not null as granted from orders where id = $1',
        [orderId],
      )
      return {
        status: order?.status ?? '',
        grants: order?.granted ? 1 : 0,
        facts: await texts(`select f.kind || ' ' || f.amount_minor || ' ' || f.source as text
          from payment_facts f join payment_attempts a on a.id = f.attempt_id where a.order_id = $1`),
        reviews: await texts('select reason as text from review_items where order_id = $1 and resolved_at is null'),
        transfers: await texts(
          `select status || ' ' || coalesce(credited_minor::text, '-') as text from chain_transfers where order_id = $1`,
        ),
      }
    },
    async closeWindow({ orderId }) {
      await rows("update orders set payable_until = now() - interval '1 second' where id = $1", [orderId])
    },
    async work() {
      await makeJobsDue(rows)
      await jobs.drain()
    },
    async close() {
      await db.drop()
    },
  }
  await shop.watch()
  return shop
}
