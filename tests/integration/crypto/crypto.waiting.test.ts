import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openCryptoShop, type CryptoShop } from './crypto.setup.ts'

let chain: LocalChain
let shop: CryptoShop
beforeAll(async () => {
  chain = await startChain()
  shop = await openCryptoShop(chain, { network: { confirmations: 6 } })
})
afterAll(async () => {
  await shop?.close()
  await chain?.stop()
})
const config = (file: string | undefined) =>
  readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir'), ...(file && { CRYPTO_CONFIG_FILE: file }) })
const waiting = async (file: string | undefined = shop.configFile, after?: string) =>
  perform(shop.deps.database, 'crypto.waiting', after === undefined ? {} : { after }, { config: config(file) })

it('pending chain payments are listed oldest first with order and confirmations, until they are confirmed', async () => {
  expect((await waiting()).items).toEqual([])
  const first = await shop.order()
  await chain.transfer('USDT', first.address, first.amount)
  await chain.mine(1)
  await shop.watch()
  const [seen] = (await waiting()).items
  const [order] = await shop.rows<{ number: string }>('select number from orders where id = $1', [first.orderId])
  expect(seen).toMatchObject({
    order: order!.number,
    network: 'local',
    token: 'USDT',
    amount: String(Number(first.amount) / 1e6),
    needed: shop.network.confirmations,
    failures: 0,
    tx: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
  })
  const before = seen!.confirmations
  expect(before).toBeLessThan(shop.network.confirmations as number)

  const second = await shop.order()
  await chain.transfer('USDT', second.address, second.amount)
  await shop.watch()
  const both = (await waiting()).items
  expect(both).toHaveLength(2)
  expect(both[0]).toMatchObject({ id: seen!.id, confirmations: before + 1 })
  expect((await waiting(undefined, both[0]!.id)).items.map(({ id }) => id)).toEqual([both[1]!.id])
  const unconfigured = await perform(shop.deps.database, 'crypto.waiting', {}, { config: config(undefined) })
  expect(unconfigured.items.map(({ needed }) => needed)).toEqual([null, null])

  await chain.mine(6)
  await shop.watch()
  await shop.work()
  expect((await shop.books(first)).status).toBe('paid')
  expect((await waiting()).items).toEqual([])
})
