import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { listBalances } from '#server/workflows/crypto/manage-crypto.ts'
import { openCryptoShop, price, type CryptoShop, type Placed } from './crypto.setup.ts'
import { importAddresses, recordSentRefund, requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'

let chain: LocalChain
let shop: CryptoShop
let pooled: CryptoShop

beforeAll(async () => {
  chain = await startChain()
  shop = await openCryptoShop(chain)
  pooled = await openCryptoShop(chain, { network: { addresses: 'pool' }, config: { quarantineDays: 2 } })
})
afterAll(async () => {
  await shop?.close()
  await pooled?.close()
  await chain?.stop()
})

const pay = async (at: CryptoShop, placed: Placed, amount = placed.amount) => {
  await chain.transfer('USDT', placed.address, amount)
  await chain.mine(3)
  await at.watch()
}
const refund = ({ orderId }: Placed, amountMinor: number | 'all') =>
  requestRefund(shop.deps.database, { orderId, amountMinor, reason: 'asked for', requestedBy: ada })
const buyer = () => chain.wallets[7]!.address
const sent = (refundId: string, txHash: string, to = buyer()) =>
  recordSentRefund(shop.deps, { refundId, txHash, to, operator: ada })
const sendBack = async (amount: bigint): Promise<string> => {
  const hash = await chain.transfer('USDT', buyer(), amount)
  await chain.mine(3)
  return hash
}

describe('manual crypto refund', () => {
  it('a crypto refund stays pending until its transaction is recorded, which is possible once', async () => {
    const placed = await shop.order()
    const another = await shop.order()
    await pay(shop, placed)
    await pay(shop, another)
    const [refundId = ''] = await refund(placed, 'all')
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'refunding', grants: 1 })
    expect((await shop.state(placed)).state).toBe('ended')

    await expect(sent(refundId, `0x${'00'.repeat(32)}`)).rejects.toThrow('No node knows')
    const hash = await sendBack(placed.amount)
    await sent(refundId, hash)
    expect(await shop.books(placed)).toMatchObject({
      status: 'refunded',
      grants: 0,
      facts: [`paid ${price.USD} chain`, `refunded ${price.USD} operator`],
    })
    await expect(sent(refundId, hash)).rejects.toThrow('done already')
    const [second = ''] = await refund(another, 1_000)
    await expect(sent(second, hash)).rejects.toThrow('belongs to another refund, or this refund was recorded before')
    expect(await shop.books(another)).toMatchObject({ status: 'refunding', grants: 1 })
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
  })

  it('a refunded part payment no longer pays the order, even when the remaining amount arrives later', async () => {
    const placed = await shop.order()
    await pay(shop, placed, placed.amount / 2n)
    const [refundId = ''] = await refund(placed, 'all')
    await pay(shop, placed, placed.amount / 2n)
    expect(await shop.books(placed)).toMatchObject({ grants: 0 })
    await sent(refundId, await sendBack(placed.amount / 2n))
    expect(await shop.books(placed)).toMatchObject({ grants: 0 })
    await pay(shop, placed, placed.amount / 2n)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
  })

  it('a fully refunded payment no longer pays the order, even when a cent arrives after or in between', async () => {
    const cent = 10_000n
    for (const isBetween of [true, false]) {
      const placed = await shop.order()
      await pay(shop, placed)
      const [refundId = ''] = await refund(placed, 'all')
      if (isBetween) await pay(shop, placed, cent)
      await sent(refundId, await sendBack(placed.amount))
      if (!isBetween) await pay(shop, placed, cent)
      const found = await shop.books(placed)
      expect(found).toMatchObject({ status: 'review', grants: 0 })
      expect(found.reviews).toContain('underpaid')
      // A complete new payment after the refund grants the plan.
      await pay(shop, placed, placed.amount - cent)
      expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    }
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
  })

  it('refunding an excess payment keeps the plan paid', async () => {
    const placed = await shop.order()
    await pay(shop, placed, placed.amount * 2n)
    const [refundId = ''] = await refund(placed, price.USD)
    await sent(refundId, await sendBack(placed.amount))
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
  })
})

describe('pool of wallet addresses', () => {
  const lines = ['0x00000000000000000000000000000000000000a1 ledger 1', '0x00000000000000000000000000000000000000a2']

  it('the pool imports valid wallet addresses of its network, all or none', async () => {
    const take = (some: readonly string[]) => importAddresses(pooled, some)
    await expect(pooled.order()).rejects.toMatchObject({ status: 'PaymentDetailsUnavailable' })
    await expect(take([...lines, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'])).rejects.toThrow('Line 3')
    const contract = '0x55d398326f99059fF775485246999027B3197955'
    await expect(take([...lines, contract])).rejects.toThrow(`${contract} is the contract of a token`)
    expect(await take(lines)).toMatchObject({ added: 2, total: 2, free: 2 })
    await expect(take(lines)).rejects.toThrow('has all of these addresses already')
    await expect(importAddresses(shop, lines)).rejects.toThrow('has no pool')
  })

  it('each pool address is leased to one order, and reused only after its quarantine', async () => {
    const [a, b] = await Promise.all([pooled.order(), pooled.order()])
    expect(new Set([a.address, b.address]).size).toBe(2)
    await expect(pooled.order()).rejects.toMatchObject({ status: 'PaymentDetailsUnavailable' })
    // A late payment within the quarantine belongs to the original order.
    await pooled.closeWindow(a)
    await pay(pooled, a)
    expect(await pooled.books(a)).toMatchObject({ status: 'paid', grants: 1 })
    await pooled.rows(`update crypto_addresses set leased_until = now() - interval '1 second' where address = $1`, [
      a.address.toLowerCase(),
    ])
    const c = await pooled.order()
    expect(c.address).toBe(a.address)
    await pay(pooled, c)
    expect(await pooled.books(c)).toMatchObject({ status: 'paid', grants: 1 })
    expect(await pooled.books(a)).toMatchObject({ reviews: [] })
  })

  it('a pool address with a pending payment is not leased again', async () => {
    const [b] = await pooled.rows<{ address: string; orderId: string }>(
      `select address, order_id as "orderId" from crypto_addresses where leased_until > now() and address like '%a2'`,
    )
    await chain.transfer('USDT', b!.address, 5n)
    await pooled.watch()
    await pooled.rows(`update crypto_addresses set leased_until = now() - interval '1 second' where address = $1`, [
      b!.address,
    ])
    await expect(pooled.order()).rejects.toMatchObject({ status: 'PaymentDetailsUnavailable' })
    await chain.mine(3)
    await pooled.watch()
    expect((await pooled.order()).address.toLowerCase()).toBe(b!.address)
  })
})

it('the list of wallet addresses to be emptied shows each balance on the blockchain', async () => {
  const placed = await shop.order()
  await shop.order()
  await pay(shop, placed)
  const rows = await Array.fromAsync(listBalances({ database: shop.deps.database, chains: shop.deps.chains }))
  const own = rows.filter(({ orderId }) => orderId === placed.orderId)
  expect(own).toMatchObject([
    {
      network: 'local',
      token: 'USDT',
      balance: placed.amount,
      origin: expect.stringMatching(/^[0-9a-f]{12}\/0\/\d+$/),
    },
  ])
  expect(rows.every(({ balance }) => balance > 0n)).toBe(true)
})
