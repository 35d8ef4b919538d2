import { fromBaseUnits } from '#server/modules/chains/token-price.rules.ts'
import { runAction } from '#tests/support/run-action.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { createChains } from '#server/modules/chains/create-chains.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { readConfig } from '#server/platform/config.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { recheckSent } from '#server/workflows/crypto/recheck-sent.ts'
import { startRates, type RatesServer } from '../../support/rates.ts'
import { openRpcProxy, type RpcProxy } from './crypto.proxy.ts'
import { openCryptoShop, price, type CryptoShop, type Placed } from './crypto.setup.ts'
import { recordSentRefund, requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'

let chain: LocalChain
let rates: RatesServer
let first: RpcProxy
let second: RpcProxy
let shop: CryptoShop

beforeAll(async () => {
  chain = await startChain()
  rates = await startRates()
  first = await openRpcProxy(chain.rpcUrl)
  second = await openRpcProxy(chain.rpcUrl)
  shop = await openCryptoShop(chain, {
    network: { rpcs: [first.url, second.url], native: true },
    config: {
      rates: { kind: 'http', url: rates.url, maxAgeSeconds: 60, spreadBps: 0 },
      twoRpcsFromUsdMinor: 4_000,
    },
  })
})
afterAll(async () => {
  await shop?.close()
  rates?.close()
  await first?.close()
  await second?.close()
  await chain?.stop()
})
/** Restores the nodes, because nodes paused by another test must not affect this one. */
const mend = async () => {
  first.behave('honest')
  second.behave('honest')
  Object.assign(shop.deps, { chains: await createChains(shop.deps.chains.config, shop.deps.log) })
}
beforeEach(mend)

const buyer = () => chain.wallets[7]!.address
async function promise(minor: number | 'all' = 'all', token = 'USDT'): Promise<Placed & { refundId: string }> {
  const placed = await shop.order({ token })
  if (token === 'ETH') await chain.transferNative(placed.address, placed.amount)
  else await chain.transfer('USDT', placed.address, placed.amount)
  await chain.mine(3)
  await shop.watch()
  const { orderId } = placed
  const why = { reason: 'asked for', requestedBy: ada }
  const [refundId = ''] = await requestRefund(shop.deps.database, { orderId, amountMinor: minor, ...why })
  return { ...placed, refundId }
}
const record = (
  refundId: string,
  txHash: string,
  to: string = buyer(),
  chains: typeof shop.deps.chains | null = shop.deps.chains,
) => recordSentRefund({ database: shop.deps.database, chains }, { refundId, txHash, to, operator: ada })
const stored = async (refundId: string) =>
  (
    await shop.rows<{ status: string; tx: string | null; recipient: string | null; seen: string | null }>(
      `select r.status, c.tx_hash as tx, c.recipient, c.on_chain as seen
        from refunds r left join crypto_refunds c on c.refund_id = r.id where r.id = $1`,
      [refundId],
    )
  )[0]!
const open = { status: 'requested', tx: null, recipient: null, seen: null }
const age = (refundId: string, hours: number) =>
  shop.rows(
    `update crypto_refunds set absent_since = absent_since - make_interval(hours => $2::int) where refund_id = $1`,
    [refundId, hours],
  )
const unheard = (digits: string) => `0x${digits.repeat(32)}`

describe('transaction of a crypto refund', () => {
  it("a refund transaction must pay the right amount of the token to the buyer's address", async () => {
    const { refundId, amount, address, orderId } = await promise()
    const third = chain.wallets[5]!.address
    const wrong = [
      await chain.transfer('USDT', buyer(), amount - 1n),
      await chain.transfer('USDT', third, amount),
      await chain.transfer('USDC', buyer(), amount * 10n ** 12n),
      await chain.transfer('FAKE', buyer(), amount),
      await chain.transferNative(buyer(), 10n ** 18n),
      // A transfer from a wallet without tokens is mined but refused by the contract.
      (await chain.invoke(chain.tokens.USDT.address, 'transfer', [buyer(), amount], 8)).hash,
    ]
    await chain.mine(3)
    for (const hash of wrong) await expect(record(refundId, hash)).rejects.toThrow(/failed, or pays another/)
    await expect(record(refundId, unheard('ab'))).rejects.toThrow(/No node knows/)
    const hash = await chain.transfer('USDT', buyer(), amount, 2)
    await expect(record(refundId, hash)).rejects.toThrow(/not final/)
    await chain.mine(3)
    await expect(record(refundId, hash, '0x12')).rejects.toThrow(/“0x12” is not an address/)
    await expect(record(refundId, hash, address)).rejects.toThrow(
      /is one of our own payment addresses, so this was no refund/,
    )
    expect(await stored(refundId)).toEqual(open)
    expect(await shop.books({ orderId })).toMatchObject({ status: 'refunding', grants: 1 })

    expect(await record(refundId, hash)).toMatchObject({ onChain: 'confirmed', amount: fromBaseUnits(amount, 6) })
    expect(await stored(refundId)).toEqual({
      status: 'done',
      tx: hash,
      recipient: buyer().toLowerCase(),
      seen: 'confirmed',
    })
    expect(await shop.books({ orderId })).toMatchObject({ status: 'refunded', grants: 0 })
  })

  it('a partial refund transaction must pay the corresponding share of the tokens', async () => {
    const { refundId, amount } = await promise(price.USD / 2)
    const [less, enough] = [
      await chain.transfer('USDT', buyer(), amount / 2n - 1n),
      await chain.transfer('USDT', buyer(), amount / 2n),
    ]
    await chain.mine(3)
    await expect(record(refundId, less)).rejects.toThrow(/or less/)
    expect(await record(refundId, enough)).toMatchObject({
      onChain: 'confirmed',
      amount: fromBaseUnits(amount / 2n, 6),
    })
  })

  it('a refund in the native coin is verified like one in a token', async () => {
    const { refundId, amount } = await promise('all', 'ETH')
    const wrong = [
      await chain.transferNative(buyer(), amount - 1n),
      await chain.transferNative(chain.wallets[5]!.address, amount),
      await chain.transfer('USDT', buyer(), amount / 10n ** 6n),
    ]
    const right = await chain.transferNative(buyer(), amount)
    await chain.mine(3)
    for (const hash of wrong) await expect(record(refundId, hash)).rejects.toThrow(/failed, or pays another/)
    expect(await record(refundId, right)).toMatchObject({ onChain: 'confirmed', amount: fromBaseUnits(amount, 18) })
  })

  it('a refund transaction older than the order, or disputed between nodes, is refused', async () => {
    const { refundId, amount, attemptId } = await promise()
    const hash = await chain.transfer('USDT', buyer(), amount)
    await chain.mine(3)
    await shop.rows(`update crypto_deposits set created_at = now() + interval '1 hour' where attempt_id = $1`, [
      attemptId,
    ])
    await expect(record(refundId, hash)).rejects.toThrow(
      /This transaction is older than the quote of the order, so it paid something else/,
    )
    await shop.rows('update crypto_deposits set created_at = now() where attempt_id = $1', [attemptId])
    second.behave(({ method }, result) => (method === 'eth_getTransactionReceipt' ? null : result))
    await expect(record(refundId, hash)).rejects.toThrow(/contradict/)
    await mend()
    second.behave('down')
    await expect(record(refundId, hash)).rejects.toThrow(/not final/)
    expect(await stored(refundId)).toEqual(open)
  })
})

describe('refund recorded while no node answers', () => {
  it('a refund recorded without a node is marked unchecked, and verified once a node answers', async () => {
    for (const isConfigured of [true, false]) {
      const { refundId, amount, orderId } = await promise()
      const hash = await chain.transfer('USDT', buyer(), amount)
      await chain.mine(3)
      first.behave('down')
      second.behave('down')
      const chains = isConfigured ? shop.deps.chains : null
      expect(await record(refundId, hash, buyer(), chains)).toMatchObject({ onChain: 'not_checked' })
      expect(await shop.books({ orderId })).toMatchObject({ status: 'refunded', grants: 0 })
      await recheckSent(shop.deps)
      expect(await stored(refundId)).toMatchObject({ status: 'done', seen: 'not_checked' })
      await mend()
      await recheckSent(shop.deps)
      expect(await stored(refundId)).toMatchObject({ status: 'done', tx: hash, seen: 'confirmed' })
      expect(await shop.books({ orderId })).toMatchObject({ status: 'refunded', reviews: [] })
    }
  })

  it('a recorded refund that turns out wrong opens one review, and the right transaction replaces it', async () => {
    const { refundId, amount, orderId } = await promise()
    const wrong = await chain.transfer('USDT', buyer(), amount - 1n)
    await chain.mine(3)
    await record(refundId, wrong, buyer(), null)
    await expect(record(refundId, wrong)).rejects.toThrow(/done already/)
    await recheckSent(shop.deps)
    await recheckSent(shop.deps)
    expect(await stored(refundId)).toMatchObject({ status: 'done', tx: wrong, seen: 'mismatch' })
    expect(await shop.books({ orderId })).toMatchObject({ status: 'refunded', reviews: ['refund_not_on_chain'] })

    await expect(record(refundId, wrong)).rejects.toThrow(/or less/)
    const right = await chain.transfer('USDT', buyer(), amount)
    await chain.mine(3)
    await record(refundId, right)
    expect(await stored(refundId)).toMatchObject({ status: 'done', tx: right, seen: 'confirmed' })
    await expect(record(refundId, right)).rejects.toThrow(/done already/)
    expect((await shop.books({ orderId })).facts).toEqual([`paid ${price.USD} chain`, `refunded ${price.USD} operator`])
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
    const audit = await shop.rows<{ details: Record<string, unknown> }>(
      `select details from audit_log where subject = $1 order by id`,
      [`refund ${refundId}`],
    )
    expect(audit.map(({ details }) => [details.onChain, details.replaces])).toEqual([
      ['not_checked', undefined],
      ['confirmed', wrong],
    ])
  })

  it('two wrong refunds of one payment open two reviews, and each correction closes its own', async () => {
    const { refundId, amount, orderId } = await promise(1_000)
    const why = { reason: 'asked for again', requestedBy: ada }
    const [secondId = ''] = await requestRefund(shop.deps.database, { orderId, amountMinor: 2_000, ...why })
    const waiting = () =>
      shop.rows<{ subject: string; tx: string }>(
        `select subject, details->>'txHash' as tx from review_items
         where order_id = $1 and reason = 'refund_not_on_chain' and resolved_at is null order by opened_at, id`,
        [orderId],
      )
    const mistake = async (id: string, units: bigint): Promise<string> => {
      const hash = await chain.transfer('USDT', buyer(), units)
      await chain.mine(3)
      await record(id, hash, buyer(), null)
      return hash
    }
    const wrong = [await mistake(refundId, 1n), await mistake(secondId, 2n)]
    for (let round = 0; round < 2; round++) await recheckSent(shop.deps)
    expect(await waiting()).toEqual([
      { subject: refundId, tx: wrong[0] },
      { subject: secondId, tx: wrong[1] },
    ])
    // Another wrong refund replaces the first, and the open review is updated.
    const again = await mistake(refundId, 3n)
    await recheckSent(shop.deps)
    expect(await waiting()).toEqual([
      { subject: refundId, tx: again },
      { subject: secondId, tx: wrong[1] },
    ])
    // Records the two correct transactions: one is verified at once, the other later.
    const right = [await chain.transfer('USDT', buyer(), amount), await chain.transfer('USDT', buyer(), amount)]
    await chain.mine(3)
    await record(refundId, right[0]!)
    expect(await waiting()).toEqual([{ subject: secondId, tx: wrong[1] }])
    await record(secondId, right[1]!, buyer(), null)
    expect(await waiting()).toEqual([{ subject: secondId, tx: wrong[1] }])
    await recheckSent(shop.deps)
    expect(await waiting()).toEqual([])
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
  })

  it('a recorded refund that no node knows after a day opens a review', async () => {
    const { refundId, orderId } = await promise()
    await record(refundId, unheard('cd'), buyer(), null)
    await recheckSent(shop.deps)
    expect(await stored(refundId)).toMatchObject({ seen: 'not_checked' })
    await age(refundId, 25)
    await shop.deps.database.transaction((tx) => enqueueJob(tx, 'recheck-sent', {}))
    await shop.work()
    expect(await stored(refundId)).toMatchObject({ seen: 'mismatch' })
    expect(await shop.books({ orderId })).toMatchObject({ reviews: ['refund_not_on_chain'] })
  })
})

it('a dry run of the command for a crypto refund verifies the transaction on the blockchain and records nothing', async () => {
  const { refundId, amount } = await promise()
  const hash = await chain.transfer('USDT', buyer(), amount)
  await chain.mine(3)
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir'), CRYPTO_CONFIG_FILE: shop.configFile })
  const run = (values: Record<string, string>, preview: boolean): Promise<string> =>
    runAction({ database: shop.deps.database, config }, 'crypto.refund-sent', { refund: refundId, ...values }, preview)
  await expect(run({ tx: hash }, true)).rejects.toThrow('--to is missing')
  await expect(run({ tx: hash, to: chain.wallets[5]!.address }, true)).rejects.toThrow(/pays another/)
  expect(await run({ tx: hash, to: buyer() }, true)).toMatch(/^Would record .* at least 44\.9 USDT to that address/)
  expect(await stored(refundId)).toEqual(open)
  expect(await run({ tx: hash.slice(2).toUpperCase(), to: buyer() }, false)).toMatch(/^Recorded/)
  expect(await stored(refundId)).toMatchObject({ status: 'done', tx: hash })
})
