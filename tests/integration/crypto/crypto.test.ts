import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAddress } from 'viem'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { describeChain } from '#simulators/chain/describe-chain.ts'
import { listEvents } from '#server/modules/orders/orders.queries.ts'
import { cancelOrder } from '#server/workflows/orders/cancel-order.ts'
import { expireOrder } from '#server/workflows/orders/expire-order.ts'
import { digestPayer } from '#server/modules/payments/payer-digest.ts'
import { readOrder } from '#server/workflows/orders/read-orders.ts'
import { prepareDeposit } from '#server/workflows/crypto/prepare-deposit.ts'
import { watchChain } from '#server/workflows/crypto/watch-chain.ts'
import { openCryptoShop, price, type CryptoShop, type Placed } from './crypto.setup.ts'

let chain: LocalChain
let other: LocalChain
let shop: CryptoShop
let rates: Server
let ratesAt: Date | null = null

beforeAll(async () => {
  rates = createServer((_request, response) => {
    const at = (ratesAt ?? new Date()).toISOString()
    response.end(JSON.stringify({ at, usd: { USDT: '1', USDC: '0.9998', FEE: '1', ETH: '2500' }, cnyPerUsd: '7.12' }))
  })
  await new Promise<void>((resolve) => rates.listen(0, '127.0.0.1', resolve))
  const { port } = rates.address() as { port: number }
  chain = await startChain()
  other = await startChain({ chainId: 31_338 })
  shop = await openCryptoShop(chain, {
    network: { tokens: ['USDT', 'USDC', 'FEE'], native: true },
    networks: { other: describeChain(other, { tokens: ['USDT'] }) },
    config: { rates: { kind: 'http', url: `http://127.0.0.1:${port}`, maxAgeSeconds: 60, spreadBps: 0 } },
  })
})
afterAll(async () => {
  await shop?.close()
  await chain?.stop()
  await other?.stop()
  rates?.close()
})

const deep = async () => {
  await chain.mine(3)
  await shop.watch()
}
const pay = async (placed: Placed, amount = placed.amount, token: 'USDT' | 'USDC' | 'FEE' | 'FAKE' = 'USDT') => {
  await chain.transfer(token, placed.address, amount)
  await deep()
}
const reasons = async ({ orderId }: Placed) =>
  (await listEvents(shop.deps.database, orderId)).map(({ to, reason }) => `${to}: ${reason}`)
const strays = (placed: Placed) =>
  shop.rows<{ details: { token: string; network: string } }>(
    `select details from review_items where reason = 'stray_transfer' and details->>'orderId' = $1`,
    [placed.orderId],
  )

describe('chain payment', () => {
  it('a chain payment pays the order after its confirmations, and no block earlier', async () => {
    const placed = await shop.order()
    await chain.transfer('USDT', placed.address, placed.amount)
    await shop.watch()
    expect((await shop.state(placed)).state).toBe('seen')
    await chain.mine(1)
    await shop.watch()
    expect(await shop.state(placed)).toMatchObject({
      state: 'seen',
      deposits: [{ missing: '0', arriving: String(placed.amount), transfers: [{ status: 'seen', confirmations: 2 }] }],
    })
    expect(await shop.books(placed)).toMatchObject({ status: 'awaiting_payment', grants: 0, facts: [] })
    await chain.mine(1)
    await shop.watch()
    expect(await shop.books(placed)).toEqual({
      status: 'paid',
      grants: 1,
      facts: [`paid ${price.USD} chain`],
      reviews: [],
      transfers: [`confirmed ${price.USD}`],
    })
    expect((await shop.state(placed)).state).toBe('settled')
  })

  it('the sending wallet is stored as the payer, equal for all tokens', async () => {
    const sender = chain.wallets[1]!.address
    const [first, second, third] = [
      await shop.order(),
      await shop.order({ token: 'ETH' }),
      await shop.order({ token: 'USDC' }),
    ]
    await chain.transfer('USDT', first.address, first.amount, 1)
    await chain.transferNative(second.address, second.amount, 1)
    await chain.transfer('USDC', third.address, third.amount, 2)
    await deep()
    const payers = await shop.rows<{ payer: string; user_id: string; is_wallet: boolean }>(
      `select encode(payer, 'hex') as payer, user_id, is_wallet from payment_payers where user_id = any($1)`,
      [[first.userId, second.userId, third.userId]],
    )
    const wallet = digestPayer(shop.deps.digest, 'crypto', sender.toLowerCase())
    expect(new Map(payers.map(({ user_id: user, payer }) => [user, payer === wallet]))).toEqual(
      new Map([
        [first.userId, true],
        [second.userId, true],
        [third.userId, false],
      ]),
    )
    expect(payers.map(({ is_wallet: isWallet }) => isWallet)).toEqual([true, true, true])
  })

  it('a chain payment works with an 18-decimal token, the native coin, and a price in yuan', async () => {
    const tether = await shop.order({ currency: 'CNY' })
    // The price of 268 yuan at 7.12 is 37.6404… dollars, rounded up to cents.
    expect(tether.amount).toBe(37_650_000n)
    const circle = await shop.order({ token: 'USDC' })
    expect(circle.amount).toBe(44_910_000n * 10n ** 12n)
    const coin = await shop.order({ token: 'ETH' })
    expect(coin.amount).toBe(17_960n * 10n ** 12n)
    await chain.transfer('USDT', tether.address, tether.amount)
    await chain.transfer('USDC', circle.address, circle.amount)
    await chain.transferNative(coin.address, coin.amount)
    await deep()
    for (const placed of [tether, circle, coin])
      expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, reviews: [] })
  })

  it('payments under way in a coin and a token that operators take away are counted', async () => {
    const coin = await shop.order({ token: 'ETH' })
    const circle = await shop.order({ token: 'USDC' })
    const tokens = shop.network.tokens.filter(({ id }) => id === 'USDT')
    const network = { ...shop.network, tokens, strays: false }
    await chain.transferNative(coin.address, coin.amount)
    await chain.transfer('USDC', circle.address, circle.amount)
    await chain.mine(3)
    while ((await watchChain(shop.deps, network)).isBehind);
    for (const placed of [coin, circle])
      expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, reviews: [] })
  })

  it('part payments add up exactly to the total, and the missing amount is shown', async () => {
    const placed = await shop.order()
    const first = placed.amount / 3n
    await pay(placed, first)
    expect(await shop.state(placed)).toMatchObject({
      state: 'short',
      deposits: [{ received: String(first), missing: String(placed.amount - first) }],
    })
    expect(await shop.books(placed)).toMatchObject({ status: 'awaiting_payment', grants: 0, reviews: [] })
    await pay(placed, 1n)
    await pay(placed, placed.amount - first - 1n)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, reviews: [] })
    const [sum] = await shop.rows<{ minor: number }>(
      'select sum(credited_minor)::int as minor from chain_transfers where order_id = $1',
      [placed.orderId],
    )
    expect(sum?.minor).toBe(price.USD)
  })

  it('payments in two tokens add up', async () => {
    const placed = await shop.order()
    await prepareDeposit(shop.deps, { ...placed, network: 'local', token: 'USDC' })
    await pay(placed, placed.amount / 2n)
    const { deposits } = await shop.state(placed)
    const rest = deposits.find(({ token }) => token === 'USDC')
    await pay(placed, BigInt(rest?.missing ?? 0), 'USDC')
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, reviews: [] })
  })

  it('an underpaid order waits for its window, then goes to review, and the rest still completes it', async () => {
    const placed = await shop.order()
    await pay(placed, placed.amount - 10_000n)
    expect(await expireOrder(shop.deps, placed.orderId)).toBe('kept')
    expect(await shop.books(placed)).toMatchObject({ status: 'awaiting_payment' })
    await shop.closeWindow(placed)
    expect(await expireOrder(shop.deps, placed.orderId)).toBe('kept')
    expect(await shop.books(placed)).toMatchObject({ status: 'review', grants: 0, reviews: ['underpaid'] })
    await pay(placed, 10_000n)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
  })

  it('a chain payment after the order expired is credited', async () => {
    const placed = await shop.order()
    await shop.closeWindow(placed)
    await expireOrder(shop.deps, placed.orderId)
    expect((await shop.books(placed)).status).toBe('expired')
    await pay(placed)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    expect((await reasons(placed)).at(-1)).toBe('paid: paid_late')
  })

  it('a pending chain payment keeps its order from being expired or cancelled', async () => {
    const placed = await shop.order()
    await chain.transfer('USDT', placed.address, placed.amount)
    await shop.watch()
    await expect(cancelOrder(shop.deps, placed.userId, placed.orderId)).rejects.toMatchObject({
      status: 'PaymentArriving',
    })
    await shop.closeWindow(placed)
    expect(await expireOrder(shop.deps, placed.orderId)).toBe('kept')
    expect((await shop.books(placed)).status).toBe('awaiting_payment')
    await deep()
    expect((await shop.books(placed)).status).toBe('paid')
  })

  it('an overpaid order is granted once, and each excess payment opens a review', async () => {
    const placed = await shop.order()
    await pay(placed, placed.amount * 2n)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, reviews: ['overpaid'] })
    const { state, deposits } = await shop.state(placed)
    expect(state).toBe('over')
    // The order writes address and contract as the page does on which it was paid.
    const { token } = await readOrder(shop.deps.database, placed.userId, placed.orderId, 'en')
    expect(token).toMatchObject({ state: 'over', address: placed.address, contract: deposits[0]!.contract })
    await shop.rows('update review_items set resolved_at = now() where order_id = $1', [placed.orderId])
    await pay(placed, 1_000_000n)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, reviews: ['overpaid'] })
  })

  it('a fee-on-transfer token credits the amount received, not the amount sent', async () => {
    const placed = await shop.order({ token: 'FEE' })
    await pay(placed, placed.amount, 'FEE')
    expect(await shop.books(placed)).toMatchObject({ grants: 0, transfers: ['confirmed 4445'] })
    expect((await shop.state(placed)).state).toBe('short')
    await pay(placed, placed.amount, 'FEE')
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, reviews: ['overpaid'] })
  })
})

describe('transfers that credit nothing', () => {
  it('a transfer of another token or on another network credits nothing and opens a review', async () => {
    const placed = await shop.order()
    await pay(placed, placed.amount, 'USDC')
    await pay(placed, placed.amount, 'USDC')
    await other.transfer('USDT', placed.address, placed.amount)
    const network = shop.deps.chains.find('other')!
    await watchChain(shop.deps, network)
    await other.transfer('USDT', placed.address, placed.amount)
    await other.mine(5)
    await watchChain(shop.deps, network)
    expect(await shop.books(placed)).toMatchObject({ status: 'awaiting_payment', grants: 0, facts: [], reviews: [] })
    const found = (await strays(placed)).map(({ details }) => `${details.network} ${details.token}`)
    expect(found.toSorted()).toEqual(['local USDC', 'local USDC', 'other USDT'])
  })

  it('a fake USDT contract credits nothing and opens one review per order', async () => {
    const placed = await shop.order()
    await pay(placed, placed.amount, 'FAKE')
    await pay(placed, placed.amount, 'FAKE')
    expect(await shop.books(placed)).toEqual({
      status: 'awaiting_payment',
      grants: 0,
      facts: [],
      reviews: ['unknown_token'],
      transfers: ['stray -', 'stray -'],
    })
  })

  it('failed transactions, other recipients and zero amounts credit nothing', async () => {
    const placed = await shop.order()
    // Wallet 5 holds no tokens.
    const failed = await chain.invoke(chain.tokens.USDT.address, 'transfer', [placed.address, placed.amount], 5)
    expect(failed.status).toBe('0x0')
    await chain.transfer('USDT', chain.wallets[6]!.address, placed.amount)
    await chain.transfer('USDT', placed.address, 0n)
    await deep()
    expect(await shop.books(placed)).toMatchObject({ facts: [], transfers: [], reviews: [] })
  })

  it('a payment that is read again credits nothing more', async () => {
    const placed = await shop.order()
    await pay(placed)
    const before = await shop.books(placed)
    await shop.rows(`update chain_cursors set number = 1, hash = $1 where network = 'local'`, [
      (await chain.call<{ hash: string }>('eth_getBlockByNumber', '0x1', false)).hash,
    ])
    await shop.watch()
    expect(await shop.books(placed)).toEqual(before)
  })
})

describe('quote', () => {
  it('a repeated quote is the same, and each order has its own wallet address', async () => {
    const placed = await shop.order()
    await Promise.all(
      Array.from({ length: 8 }, () => prepareDeposit(shop.deps, { ...placed, network: 'local', token: 'USDT' })),
    )
    const { deposits } = await shop.state(placed)
    expect(deposits).toHaveLength(1)
    expect(deposits[0]).toMatchObject({ address: placed.address, amount: String(placed.amount), chainId: 31_337 })
    expect(deposits[0]?.uri).toBe(
      `ethereum:${getAddress(chain.tokens.USDT.address)}@31337/transfer?address=${placed.address}&uint256=${placed.amount}`,
    )
    expect((await shop.order()).address).not.toBe(placed.address)
  })

  it('a quote needs a supported network and token, and an open order', async () => {
    const placed = await shop.order()
    const ask = (network: string, token: string) => prepareDeposit(shop.deps, { ...placed, network, token })
    await expect(ask('nowhere', 'USDT')).rejects.toMatchObject({ status: 'UnsupportedNetwork' })
    await expect(ask('local', 'DOGE')).rejects.toMatchObject({ status: 'UnsupportedToken' })
    await expect(ask('other', 'FEE')).rejects.toMatchObject({ status: 'UnsupportedToken' })
    await shop.closeWindow(placed)
    await expect(ask('local', 'USDC')).rejects.toMatchObject({ status: 'OrderOver' })
  })

  it('a quote is refused on a network that is not being read', async () => {
    const placed = await shop.order()
    await shop.rows(`update chain_cursors set checked_at = now() - interval '3 minutes' where network = 'local'`)
    await expect(prepareDeposit(shop.deps, { ...placed, network: 'local', token: 'USDC' })).rejects.toMatchObject({
      status: 'PaymentDetailsUnavailable',
    })
    await deep()
    await prepareDeposit(shop.deps, { ...placed, network: 'local', token: 'USDC' })
  })

  it('a quote is refused when the rate is stale or from the future', async () => {
    const placed = await shop.order()
    for (const minutes of [-2, 2]) {
      ratesAt = new Date(Date.now() + minutes * 60_000)
      const fresh = await openCryptoShop(chain, {
        config: {
          rates: {
            kind: 'http',
            url: `http://127.0.0.1:${(rates.address() as { port: number }).port}`,
            maxAgeSeconds: 60,
          },
        },
      })
      await expect(fresh.order()).rejects.toMatchObject({ status: 'QuoteUnavailable' })
      await fresh.close()
    }
    ratesAt = null
    expect((await shop.state(placed)).deposits).toHaveLength(1)
  })
})
