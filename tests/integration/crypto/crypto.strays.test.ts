import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import type { DatedTransfer } from '#server/modules/chains/read-blocks.ts'
import { forgetOldStrayDays } from '#server/modules/chains/idle-transfers.service.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import { readConfig } from '#server/platform/config.ts'
import { recordTransfers } from '#server/workflows/crypto/record-transfers.ts'
import { importAddresses, perform, resolveReview } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { openCryptoShop, type CryptoShop } from './crypto.setup.ts'

let chain: LocalChain
let shop: CryptoShop
const lost = '0x00000000000000000000000000000000000000c1'
beforeAll(async () => {
  chain = await startChain()
  shop = await openCryptoShop(chain, { network: { addresses: 'pool', tokens: ['USDT'] } })
  const lines = [lost, '0x00000000000000000000000000000000000000c2']
  await importAddresses(shop, lines)
})
beforeEach(() => shop.rows('truncate review_items, stray_days'))
afterAll(async () => {
  await shop?.close()
  await chain?.stop()
})

const config = () => readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir'), CRYPTO_CONFIG_FILE: shop.configFile })
const usdt = () => shop.network.tokens.find(({ id }) => id === 'USDT')!.contract
const hex = (bytes: number) => `0x${randomBytes(bytes).toString('hex')}`
const transfer = (contract: string | null, address: string): DatedTransfer => ({
  blockHash: hex(32),
  logIndex: 0,
  blockNumber: 1,
  txHash: hex(32),
  contract,
  sender: hex(20),
  address,
  amount: 1_500_000n,
  at: new Date(),
})
const many = (count: number, contract: () => string | null, address = lost) =>
  Array.from({ length: count }, () => transfer(contract(), address))
const record = (transfers: readonly DatedTransfer[]) =>
  shop.deps.database.transaction((tx) => recordTransfers(tx, shop.network, transfers))
const invent = () => hex(20)
const reviews = async () =>
  (await listOpenReviews(shop.deps.database)).map(({ reason, details }) => ({ reason, details: details as object }))
const reasons = async () => (await reviews()).map(({ reason }) => reason)

it('ten thousand transfers of fake tokens open one review per network and day, and a real token its own', async () => {
  for (let batch = 0; batch < 20; batch++) expect(await record(many(500, invent))).toBe(500)
  await record(many(1, usdt))
  const [line, real, ...more] = await reviews()
  expect(line).toMatchObject({ reason: 'stray_transfers', details: { network: 'local', invented: 10_000, others: 0 } })
  expect(real).toMatchObject({ reason: 'stray_transfer', details: { token: 'USDT', address: lost } })
  expect(more).toEqual([])
  const [events] = await shop.rows<{ count: number }>(
    `select count(*)::int as count from provider_events where event_id like 'strays:%' or event_id like 'local:%'`,
  )
  expect(events!.count).toBe(2)
})

it('twenty stray transfers of real tokens a day get their own review, and the rest is counted and listed', async () => {
  await record(many(15, usdt))
  expect(await reasons()).toEqual(Array<string>(15).fill('stray_transfer'))
  await Promise.all([record(many(15, usdt)), record(many(15, usdt))])
  expect((await reasons()).filter((reason) => reason === 'stray_transfer')).toHaveLength(20)
  expect((await reviews()).find(({ reason }) => reason === 'stray_transfers')).toMatchObject({
    details: { invented: 0, others: 25 },
  })
  const listed = await perform(shop.deps.database, 'crypto.strays', {}, { config: config() })
  expect(listed.items.length).toBeGreaterThanOrEqual(45)
  expect(listed.items[0]).toMatchObject({ network: 'local', token: 'USDT', amount: '1.5', address: lost, order: null })
})

it('a repeated stray transfer is counted once', async () => {
  const transfers = [...many(3, invent), ...many(25, usdt)]
  await record(transfers)
  expect(await record(transfers)).toBe(0)
  expect((await reviews()).find(({ reason }) => reason === 'stray_transfers')).toMatchObject({
    details: { invented: 3, others: 5 },
  })
})

it('a resolved summary of stray transfers is not reopened that day, and the next day has its own', async () => {
  await record(many(2, invent))
  const [item] = await listOpenReviews(shop.deps.database)
  await resolveReview(shop.deps.database, { id: item!.id, decision: 'keep', reason: 'seen', operator: ada })
  await record(many(2, invent))
  expect(await reasons()).toEqual([])
  await shop.rows(`update stray_days set day = day - 1`)
  await shop.rows(`update provider_events set event_id = 'strays:yesterday' where event_id like 'strays:local:%'`)
  await record(many(4, invent))
  expect(await reviews()).toMatchObject([{ reason: 'stray_transfers', details: { invented: 4 } }])
})

it('five transfers of a wrong token to the wallet address of an order get reviews, however many fake ones came before', async () => {
  const other = await openCryptoShop(chain, { network: { tokens: ['USDT', 'USDC'] } })
  const placed = await other.order({ token: 'USDT' })
  const usdc = other.network.tokens.find(({ id }) => id === 'USDC')!.contract
  const at = (count: number, contract: () => string | null) =>
    other.deps.database.transaction((tx) =>
      recordTransfers(tx, other.network, many(count, contract, placed.address.toLowerCase())),
    )
  await at(50, invent)
  await at(3, () => usdc)
  await at(4, () => usdc)
  const found = await listOpenReviews(other.deps.database)
  const count = (reason: string) => found.filter((item) => item.reason === reason).length
  expect([count('unknown_token'), count('stray_transfer'), count('stray_transfers')]).toEqual([1, 5, 1])
  expect(found.find(({ reason }) => reason === 'stray_transfers')).toMatchObject({
    details: { invented: 0, others: 2 },
  })
  await other.close()
})

it('daily stray counts are deleted after 180 days', async () => {
  await record(many(1, invent))
  await shop.rows('update stray_days set day = current_date - 180')
  expect(await forgetOldStrayDays(shop.deps.database)).toBe(0)
  await shop.rows('update stray_days set day = current_date - 181')
  expect(await forgetOldStrayDays(shop.deps.database)).toBe(1)
})
