import { randomBytes, randomUUID } from 'node:crypto'
import { HDKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { createChains, type Chains } from '#server/modules/chains/create-chains.ts'
import { insertPooled } from '#server/modules/chains/addresses.queries.ts'
import { formatAddress } from '#shared/chain-address.ts'
import { prepareDeposit } from '#server/workflows/crypto/prepare-deposit.ts'
import { placeOrder } from '#server/workflows/orders/place-order.ts'
import { createUser } from '#tests/support/factories.ts'
import { openCryptoShop, price, type CryptoShop } from './crypto.setup.ts'

let chain: LocalChain
let shop: CryptoShop
beforeAll(async () => {
  chain = await startChain()
  shop = await openCryptoShop(chain)
})
afterAll(async () => {
  await shop?.close()
  await chain?.stop()
})

/** Networks of the shop after two owners have entered another wallet key. */
const withKey = (xpub: string): Promise<Chains> => createChains({ ...shop.deps.chains.config, xpub }, shop.deps.log)
const newKey = () => HDKey.fromMasterSeed(randomBytes(64)).derive("m/44'/60'/0'").publicExtendedKey
/** The same key as tools write it that do not know its parent (BIP 32 allows any parent's fingerprint). */
function inOtherForm(xpub: string): string {
  const { publicKey, chainCode } = HDKey.fromExtendedKey(xpub)
  return new HDKey({ publicKey: publicKey!, chainCode: chainCode!, depth: 1, index: 0, parentFingerprint: 0 })
    .publicExtendedKey
}
const shown = (chains: Chains, index: number) => formatAddress('evm', chains.account!.derive(index).address)

async function quoted(chains: Chains): Promise<string> {
  const { userId } = await createUser(shop.deps.database)
  const { orderId } = await placeOrder(shop.deps, {
    userId,
    goodsId: price.id,
    currency: 'USD',
    method: 'crypto',
    expectedTotalMinor: price.USD,
    idempotencyKey: randomUUID(),
  })
  await prepareDeposit({ ...shop.deps, chains }, { userId, orderId, network: 'local', token: 'USDT' })
  return (await shop.state({ userId, orderId })).deposits[0]!.address
}

it('after the wallet key was replaced, an open order is quoted no further address of the old key', async () => {
  const placed = await shop.order()
  const chains = await withKey(newKey())
  const { userId, orderId } = placed
  const quote = () => prepareDeposit({ ...shop.deps, chains }, { userId, orderId, network: 'local', token: 'USDC' })
  await quote()
  await quote()
  const { deposits } = await shop.state(placed)
  expect(Object.fromEntries(deposits.map(({ token, address }) => [token, address]))).toEqual({
    USDC: shown(chains, 0),
    USDT: placed.address,
  })
  await chain.transfer('USDT', placed.address, placed.amount)
  await chain.mine(3)
  await shop.watch()
  expect(await shop.books(placed), 'the quote under way counts').toMatchObject({ status: 'paid', grants: 1 })
})

it('the same wallet key in another form goes on with the next address', async () => {
  const xpub = newKey()
  const [first, second] = [await withKey(xpub), await withKey(inOtherForm(xpub))]
  for (const index of [0, 1, 2]) expect(await quoted(first)).toBe(shown(first, index))
  for (const index of [3, 4]) expect(await quoted(second)).toBe(shown(first, index))
  expect(await quoted(first), 'and back').toBe(shown(first, 5))
})

it('an address of the wallet that is in a pool is left out', async () => {
  const chains = await withKey(newKey())
  for (const index of [0, 1])
    await insertPooled(shop.deps.database, {
      address: chains.account!.derive(index).address,
      pool: 'ethereum',
      origin: 'ledger',
    })
  expect(await quoted(chains)).toBe(shown(chains, 2))
  expect(await quoted(chains)).toBe(shown(chains, 3))
})
