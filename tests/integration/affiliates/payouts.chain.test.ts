import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createChains, type Chains } from '#server/modules/chains/create-chains.ts'
import { listWaiting } from '#server/modules/payouts/payouts.queries.ts'
import { parseCrypto } from '#server/platform/crypto-config.ts'
import { createPayoutCheck, createPayoutSearch } from '#server/workflows/crypto/check-payout.ts'
import { recheckSent } from '#server/workflows/crypto/recheck-sent.ts'
import { describeChain, describeCrypto } from '#simulators/chain/describe-chain.ts'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Company } from './affiliates.setup.ts'
import { lastMonth } from './payouts.setup.ts'
import { openRpcProxy, type RpcProxy } from '../crypto/crypto.proxy.ts'
import {
  approvePreparedPayout,
  cancelOpenPayout,
  preparePayouts,
  recordPayoutPaid,
} from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'

const firstId = '00000000-0000-0000-0000-000000000000'
let db: TestDatabase
let company: Company
let chain: LocalChain
let first: RpcProxy
let second: RpcProxy
const period = lastMonth()
const dollar = 10n ** 6n

beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  company = openCompany(db)
  chain = await startChain()
  first = await openRpcProxy(chain.rpcUrl)
  second = await openRpcProxy(chain.rpcUrl)
})
afterAll(async () => {
  await first?.close()
  await second?.close()
  await chain?.stop()
  await db?.drop()
})
/** The chains are connected anew before each test, because nodes paused by another test must not affect it. */
let chains: Chains
const connect = async () => {
  first.behave('honest')
  second.behave('honest')
  const file = describeCrypto(
    { bsc: describeChain(chain, { rpcs: [first.url, second.url], tokens: ['USDT', 'USDC'] }) },
    { twoRpcsFromUsdMinor: 20_000 },
  )
  chains = await createChains(parseCrypto(JSON.stringify(file), 'a test', false), pino({ level: 'silent' }))
}
beforeEach(connect)

const address = () => chain.wallets[6]!.address
async function settle(cents = 10_000, payoutChain = 'bsc'): Promise<string> {
  const { userId, inviteCode } = await company.affiliate()
  await db.asOwner('update affiliates set payout_chain = $2, payout_address = $3 where user_id = $1', [
    userId,
    payoutChain,
    address(),
  ])
  // All affiliates use the only wallet of the test chain, so sharing is allowed.
  await db.asOwner('update affiliates set payout_shared_with = lower(payout_address)')
  await company.buy(await company.come(inviteCode), { totalMinor: cents * 4, currency: 'USD' })
  await company.passMonth()
  await preparePayouts(db.database, { period, operator: ada })
  const [row] = await db.asOwner<{ id: string }>('select id from settlements where affiliate_id = $1', [userId])
  await approvePreparedPayout(db.database, row!.id, ben)
  return row!.id
}
const record = (id: string, hash: string, dryRun = false) =>
  recordPayoutPaid(db.database, createPayoutCheck(chains), { id, hash, operator: ben, dryRun })
const stored = async (id: string) =>
  (await db.asOwner('select state, on_chain from settlements where id = $1', [id]))[0]

describe('cancelling an approved payout with a blockchain node', () => {
  const cancel = (id: string) =>
    cancelOpenPayout(db.database, createPayoutSearch(chains), {
      id,
      operator: ada,
      reason: 'wrong',
      isNotSent: true,
    })

  it('a payout is not cancelled when its exact amount reached its wallet address', async () => {
    const id = await settle(13_700)
    await chain.transfer('USDT', address(), 137n * dollar - 1n)
    const hash = await chain.transfer('USDT', address(), 137n * dollar)
    await expect(cancel(id)).rejects.toThrow(hash)
    expect(await stored(id)).toMatchObject({ state: 'approved' })
  })

  it('a payout is cancelled when the blockchain shows no payment, and not when no node answers', async () => {
    const id = await settle(14_100)
    await chain.transfer('USDT', address(), 141n * dollar - 1n)
    await chain.transfer('USDC', address(), 141n * 10n ** 18n)
    await chain.mine(3)
    first.behave('down')
    second.behave('down')
    await expect(cancel(id)).rejects.toThrow(/No node of this chain answers/)
    await connect()
    expect(await cancel(id)).toEqual({ amountMinor: 14_100, look: 'none' })
    expect(await stored(id)).toMatchObject({ state: 'cancelled' })
  })
})

describe('recording a payout with a blockchain node', () => {
  it('a payout is recorded as confirmed when its tokens arrived, whoever sent them', async () => {
    const id = await settle()
    const hash = await chain.transfer('USDT', address(), 100n * dollar, 2)
    await expect(record(id, hash)).rejects.toThrow(/not final/)
    await chain.mine(2)
    expect(await record(id, hash, true)).toMatchObject({ onChain: 'confirmed' })
    expect(await stored(id)).toEqual({ state: 'approved', on_chain: null })
    expect(await record(id, hash)).toEqual({ hash, onChain: 'confirmed', amountMinor: 10_000 })
    expect(await stored(id)).toEqual({ state: 'paid', on_chain: 'confirmed' })
  })

  it('a failed, too small, misdirected or unknown transaction is refused', async () => {
    const id = await settle()
    const other = chain.wallets[7]!.address
    const wrong = [
      await chain.transfer('USDT', address(), 100n * dollar - 1n),
      await chain.transfer('USDT', other, 100n * dollar),
      await chain.transfer('USDC', address(), 200n * 10n ** 18n),
      await chain.transfer('FAKE', address(), 200n * dollar),
      await chain.transferNative(address(), 10n ** 18n),
      // A transfer from a wallet without tokens is mined but refused by the contract.
      (await chain.invoke(chain.tokens.USDT.address, 'transfer', [address(), 100n * dollar], 8)).hash,
    ]
    await chain.mine(3)
    for (const hash of wrong) await expect(record(id, hash)).rejects.toThrow(/failed, or pays another/)
    await expect(record(id, `0x${'ab'.repeat(32)}`)).rejects.toThrow(/No node knows/)
    expect(await stored(id)).toEqual({ state: 'approved', on_chain: null })
  })

  it('a transaction before the approval is refused', async () => {
    const hash = await chain.transfer('USDT', address(), 500n * dollar)
    await chain.mine(3)
    const id = await settle()
    await db.asOwner(`update settlements set approved_at = now() + interval '2 minutes' where id = $1`, [id])
    await expect(record(id, hash)).rejects.toThrow(
      /This transaction is older than the approval of the payout, so it paid something else/,
    )
  })

  it('recording needs an answering node, and two agreeing nodes for a large payout', async () => {
    const [small, large] = [await settle(), await settle(20_000)]
    const hash = await chain.transfer('USDT', address(), 300n * dollar)
    await chain.mine(3)
    first.behave('down')
    second.behave('down')
    await expect(record(small, hash)).rejects.toThrow(/No node of this chain answers/)
    await connect()
    first.behave('down')
    await expect(record(large, hash)).rejects.toThrow(/not final/)
    await connect()
    second.behave(({ method }, result) => (method === 'eth_getTransactionReceipt' ? null : result))
    await expect(record(large, hash)).rejects.toThrow(/contradict/)
    await connect()
    expect(await record(large, hash)).toMatchObject({ onChain: 'confirmed' })
    await expect(record(small, hash)).rejects.toThrow(/This transaction is recorded for another payout/)
  })

  it('a payout on a blockchain without a node is recorded as unchecked', async () => {
    const id = await settle(10_000, 'polygon')
    expect(await record(id, `0x${'cd'.repeat(32)}`)).toMatchObject({ onChain: 'not_checked' })
    expect(await stored(id)).toEqual({ state: 'paid', on_chain: 'not_checked' })
  })

  describe('unchecked payout', () => {
    const deps = () => ({ database: db.database, log: pino({ level: 'silent' }), chains })
    const recordUnseen = (id: string, hash: string) =>
      recordPayoutPaid(db.database, createPayoutCheck(null), { id, hash, operator: ben })

    it('an unchecked payout is verified once there is a node', async () => {
      const [id, elsewhere] = [await settle(), await settle(10_000, 'polygon')]
      const hash = await chain.transfer('USDT', address(), 100n * dollar)
      await recordUnseen(id, hash)
      await recordUnseen(elsewhere, `0x${'11'.repeat(32)}`)
      await recheckSent(deps())
      expect(await stored(id)).toEqual({ state: 'paid', on_chain: 'not_checked' })
      await chain.mine(3)
      await recheckSent(deps())
      expect(await stored(id)).toEqual({ state: 'paid', on_chain: 'confirmed' })
      expect(await stored(elsewhere)).toEqual({ state: 'paid', on_chain: 'not_checked' })
    })

    it('an unchecked payout is denied after two checks a day apart where no node knows it', async () => {
      const [id, other] = [await settle(), await settle()]
      await recordUnseen(id, `0x${'ef'.repeat(32)}`)
      const sent = await chain.transfer('USDT', address(), 100n * dollar)
      await chain.mine(3)
      await recordUnseen(other, sent)
      first.behave(({ method }, result) => (method === 'eth_getTransactionReceipt' ? null : result))
      const age = (hours: number) =>
        db.asOwner(
          `update settlements set paid_at = paid_at - make_interval(hours => $2::int),
            absent_since = absent_since - make_interval(hours => $2::int) where id = $1`,
          [id, hours],
        )
      await age(48)
      await recheckSent(deps())
      expect(await stored(other)).toMatchObject({ on_chain: 'confirmed' })
      expect(await stored(id)).toMatchObject({ on_chain: 'not_checked' })
      await age(23)
      await recheckSent(deps())
      expect(await stored(id)).toMatchObject({ on_chain: 'not_checked' })
      await age(1)
      await recheckSent(deps())
      expect(await stored(id)).toMatchObject({ on_chain: 'mismatch' })
      // When another transaction replaces the recorded one, the day between the two checks starts again.
      await recordUnseen(id, `0x${'fe'.repeat(32)}`)
      await recheckSent(deps())
      expect(await stored(id)).toMatchObject({ on_chain: 'not_checked' })
    })

    it('an unchecked payout that paid too little is listed, and corrected by the right transaction, booked once', async () => {
      const id = await settle()
      const less = await chain.transfer('USDT', address(), 100n * dollar - 1n)
      await chain.mine(3)
      await recordUnseen(id, less)
      const listed = async () => (await listWaiting(db.database, firstId, 500)).some((each) => each.id === id)
      expect(await listed()).toBe(false)
      await recheckSent(deps())
      await recheckSent(deps())
      expect(await stored(id)).toEqual({ state: 'paid', on_chain: 'mismatch' })
      expect(await listed()).toBe(true)

      await expect(record(id, less)).rejects.toThrow(/or less/)
      await expect(record(id, await chain.transfer('USDT', address(), 1n))).rejects.toThrow(/or less/)
      const right = await chain.transfer('USDT', address(), 100n * dollar)
      await chain.mine(3)
      expect(await record(id, right)).toMatchObject({ hash: right, onChain: 'confirmed' })
      expect(await stored(id)).toEqual({ state: 'paid', on_chain: 'confirmed' })
      expect(await listed()).toBe(false)
      await expect(record(id, await chain.transfer('USDT', address(), 100n * dollar))).rejects.toThrow(/is paid/)
      const booked = await db.asOwner(`select source from ledger_postings where source_id like '%' || $1 || '%'`, [id])
      expect(booked).toHaveLength(1)
    })
  })
})
