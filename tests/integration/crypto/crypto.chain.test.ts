import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { watchChain } from '#server/workflows/crypto/watch-chain.ts'
import { openRpcProxy, type RpcProxy } from './crypto.proxy.ts'
import { openCryptoShop, price, type CryptoShop, type Placed } from './crypto.setup.ts'
import { recordSentRefund, requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'

let chain: LocalChain
let first: RpcProxy
let second: RpcProxy
let shop: CryptoShop

beforeAll(async () => {
  chain = await startChain()
  first = await openRpcProxy(chain.rpcUrl)
  second = await openRpcProxy(chain.rpcUrl)
})
afterAll(async () => {
  await shop?.close()
  await first?.close()
  await second?.close()
  await chain?.stop()
})
/** Opens a shop for each test, because paused nodes and an interrupted reading must not affect other tests. */
beforeEach(async () => {
  await shop?.close()
  first.behave('honest')
  second.behave('honest')
  shop = await openCryptoShop(chain, {
    network: { rpcs: [first.url, second.url], tokens: ['USDT'] },
    config: { twoRpcsFromUsdMinor: 4_000 },
  })
})

const send = (placed: Placed) => chain.transfer('USDT', placed.address, placed.amount)
const pay = async (placed: Placed) => {
  await send(placed)
  await chain.mine(3)
  await shop.watch()
}
const paid = { status: 'paid', grants: 1, facts: [`paid ${price.USD} chain`] }
const unpaid = { status: 'awaiting_payment', grants: 0, facts: [] }

describe('chain reorganization', () => {
  it('a reorganization before confirmation removes the payment, which is accepted when it is mined again', async () => {
    const placed = await shop.order()
    await send(placed)
    await shop.watch()
    expect((await shop.state(placed)).state).toBe('seen')
    await chain.call('anvil_reorg', 1, [])
    await shop.watch()
    expect(await shop.books(placed)).toEqual({ ...unpaid, reviews: [], transfers: ['dropped -'] })
    expect((await shop.state(placed)).state).toBe('awaiting')
    await chain.mine(5)
    await shop.watch()
    expect(await shop.books(placed)).toMatchObject(unpaid)
    await pay(placed)
    expect(await shop.books(placed)).toMatchObject({ ...paid, reviews: [] })
  })

  it('a reorganization that keeps the payment changes nothing', async () => {
    const placed = await shop.order()
    await send(placed)
    await chain.mine(2)
    await shop.watch()
    await chain.mine(2)
    await shop.watch()
    const before = await shop.books(placed)
    await chain.call('anvil_reorg', 2, [])
    await shop.watch()
    expect(await shop.books(placed)).toEqual(before)
    expect(before).toMatchObject(paid)
  })

  it('a reorganization of a counted payment takes the time back and opens a review; a new payment is accepted', async () => {
    const placed = await shop.order()
    await pay(placed)
    expect(await shop.books(placed)).toMatchObject(paid)
    await chain.call('anvil_reorg', 6, [])
    await shop.watch()
    expect(await shop.books(placed)).toEqual({
      status: 'review',
      grants: 0,
      facts: [...paid.facts, `reverted ${price.USD} chain`],
      reviews: ['reverted'],
      transfers: [`reverted ${price.USD}`],
    })
    await pay(placed)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, reviews: ['reverted'] })
  })
})

describe('counted payment that left the blockchain', () => {
  const reorganise = (blocks: number) => chain.call('anvil_reorg', blocks, [])
  const heightOf = async ({ orderId }: Placed) =>
    (
      await shop.rows<{ number: number }>(
        'select block_number::int as number from chain_transfers where order_id = $1',
        [orderId],
      )
    )[0]!.number
  const takenBack = { status: 'review', grants: 0, reviews: ['reverted'] }

  it('a removed payment is accepted again when its block comes back, and can be removed and return once more', async () => {
    const placed = await shop.order()
    await pay(placed)
    const height = await heightOf(placed)
    for (let times = 1; times <= 2; times++) {
      // All nodes briefly show another branch of the blockchain without our blocks.
      for (const node of [first, second])
        node.behave(({ method, params: [block] }, result) =>
          method === 'eth_getBlockByNumber' && result && Number(block) >= height
            ? { ...result, hash: `0x${'ab'.repeat(32)}` }
            : result,
        )
      await watchChain(shop.deps, shop.network)
      expect(await shop.books(placed)).toMatchObject(takenBack)
      first.behave('honest')
      second.behave('honest')
      await shop.watch()
      const { status, grants, facts } = await shop.books(placed)
      expect([status, grants, facts.length]).toEqual(['paid', 1, 1 + 2 * times])
    }
    const { problems, balances } = await verifyLedger(shop.deps.database)
    expect(problems).toEqual([])
    const clearing = balances.find(({ account }) => account === 'clearing:crypto')!
    expect(clearing.debitMinor - clearing.creditMinor).toBe(price.USD)
  })

  it('a removed payment is noticed even when a blockchain node lagged behind, also by the next reader', async () => {
    const placed = await shop.order()
    await pay(placed)
    const height = `0x${(await heightOf(placed)).toString(16)}`
    const old = await chain.call('eth_getBlockByNumber', height, false)
    second.behave(({ method, params }, result) =>
      method === 'eth_getBlockByNumber' && params[0] === height ? old : result,
    )
    await reorganise(6)
    await chain.mine(6)
    await shop.watch()
    expect(await shop.books(placed)).toMatchObject(paid)
    second.behave('honest')
    await shop.rows('update chain_cursors set leased_until = null, reader = null')
    await shop.watch(randomUUID())
    expect(await shop.books(placed)).toMatchObject(takenBack)
  })

  it('a removed payment is checked again until a node answers', async () => {
    const placed = await shop.order()
    await pay(placed)
    const before = await shop.rows<{ number: number }>('select number::int as number from chain_cursors')
    await reorganise(6)
    // Between detection and check, every node stops answering about that block.
    const mute = ({ method, params }: { method: string; params: unknown[] }, result: unknown) =>
      method === 'eth_getBlockByNumber' &&
      Number(params[0]) > before[0]!.number - 6 &&
      Number(params[0]) < before[0]!.number
        ? null
        : result
    first.behave(mute)
    second.behave(mute)
    await expect(shop.watch()).rejects.toThrow('the node does not know the blocks')
    expect(await shop.books(placed)).toMatchObject(paid)
    first.behave('honest')
    second.behave('honest')
    await chain.mine(6)
    await shop.watch()
    expect(await shop.books(placed)).toMatchObject(takenBack)
  })

  it('after one of two part payments is removed, the other is refunded from the account where it was booked', async () => {
    const placed = await shop.order()
    const half = placed.amount / 2n
    await chain.transfer('USDT', placed.address, half)
    await chain.mine(10)
    await chain.transfer('USDT', placed.address, half)
    await chain.mine(3)
    await shop.watch()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    await reorganise(6)
    await chain.mine(6)
    await shop.watch()
    expect(await shop.books(placed)).toMatchObject(takenBack)
    const [refundId = ''] = await requestRefund(shop.deps.database, {
      orderId: placed.orderId,
      amountMinor: 'all',
      reason: 'asked for',
      requestedBy: ada,
    })
    const to = chain.wallets[7]!.address
    const txHash = await chain.transfer('USDT', to, half)
    await chain.mine(3)
    await recordSentRefund(shop.deps, { refundId, txHash, to, operator: ada })
    const { problems, balances } = await verifyLedger(shop.deps.database)
    expect(problems).toEqual([])
    const left = (name: string) =>
      balances.filter(({ account }) => account === name).map((b) => b.debitMinor - b.creditMinor)
    expect([left('clearing:crypto'), left('suspense')]).toEqual([[0], [0]])
  })
})

it('with `finalized`, a payment is accepted when the chain finalizes its block, and no block earlier', async () => {
  const strict = await openCryptoShop(chain, { network: { confirmations: 'finalized' } })
  const placed = await strict.order()
  await chain.transfer('USDT', placed.address, placed.amount)
  const block = Number((await chain.call<{ number: string }>('eth_getBlockByNumber', 'latest', false)).number)
  const finalized = async () =>
    Number((await chain.call<{ number: string }>('eth_getBlockByNumber', 'finalized', false)).number)
  for (let more = 0; more < 100 && (await finalized()) < block; more++) {
    await strict.watch()
    expect(await strict.books(placed)).toMatchObject(unpaid)
    await chain.mine(1)
  }
  await strict.watch()
  expect(await strict.books(placed)).toMatchObject(paid)
  await strict.close()
})

describe('several processes reading one blockchain', () => {
  it('two readers that book one payment at the same moment count it once', async () => {
    const placed = await shop.order()
    await send(placed)
    await shop.watch()
    await chain.mine(3)
    // Both readers have the receipt and wait before the settlement.
    let waiting: (() => void)[] = []
    first.behave(async ({ method }, result) => {
      if (method !== 'eth_getTransactionReceipt') return result
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (waiting.length === 2) for (const go of waiting.splice(0)) go()
      })
      return result
    })
    const reader = randomUUID()
    await shop.rows('update chain_cursors set leased_until = null')
    await Promise.all([watchChain(shop.deps, shop.network, reader), watchChain(shop.deps, shop.network, reader)])
    waiting = []
    expect(await shop.books(placed)).toEqual({ ...paid, reviews: [], transfers: [`confirmed ${price.USD}`] })
  })

  it('one reader holds the lease on the blockchain, and another resumes where it stopped after it died', async () => {
    const placed = await shop.order()
    const [a, b] = [randomUUID(), randomUUID()]
    await shop.rows('update chain_cursors set leased_until = null')
    await shop.watch(a)
    await send(placed)
    await chain.mine(3)
    await shop.watch(b)
    expect((await shop.books(placed)).transfers).toEqual([])
    await shop.rows(`update chain_cursors set leased_until = now() - interval '1 second'`)
    await shop.watch(b)
    expect(await shop.books(placed)).toMatchObject(paid)
  })

  it('a payment made while no reader ran is found later with few calls', async () => {
    const placed = await shop.order()
    await chain.mine(150)
    await send(placed)
    await chain.mine(300)
    const before = first.calls.get('eth_getLogs') ?? 0
    await shop.watch()
    expect(await shop.books(placed)).toMatchObject(paid)
    expect((first.calls.get('eth_getLogs') ?? 0) - before).toBeLessThan(120)
  })
})

describe('failing blockchain nodes', () => {
  it.each(['down', 'garbage', 'silent'] as const)(
    'the next node is asked when one fails in the way "%s"',
    async (way) => {
      const placed = await shop.order()
      await send(placed)
      first.behave(way)
      await shop.watch()
      expect((await shop.state(placed)).state).toBe('seen')
      await chain.mine(3)
      await shop.watch()
      // The amount is above what one node may confirm, so it waits for the second.
      expect(await shop.books(placed)).toMatchObject(unpaid)
      first.behave('honest')
      await shop.watch()
      expect(await shop.books(placed)).toMatchObject(paid)
    },
  )

  it('nothing is counted or lost while all nodes are down', async () => {
    const placed = await shop.order()
    first.behave('down')
    second.behave('down')
    await send(placed)
    await chain.mine(3)
    await expect(shop.watch()).rejects.toThrow('503')
    expect(await shop.books(placed)).toMatchObject({ ...unpaid, transfers: [] })
    first.behave('honest')
    second.behave('honest')
    await shop.watch()
    expect(await shop.books(placed)).toMatchObject(paid)
  })

  it('a node of another blockchain is never trusted', async () => {
    const placed = await shop.order()
    await shop.close()
    const wrong = ({ method }: { method: string }, result: unknown) => (method === 'eth_chainId' ? '0x1' : result)
    first.behave(wrong)
    second.behave(wrong)
    await expect(
      openCryptoShop(chain, { network: { rpcs: [first.url, second.url], tokens: ['USDT'] } }),
    ).rejects.toThrow('the node is of chain 1, not 31337')
    expect(placed.amount).toBeGreaterThan(0n)
    first.behave('honest')
    second.behave('honest')
    shop = await openCryptoShop(chain)
  })
})

describe('malformed answers of blockchain nodes', () => {
  const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const sound = { blockNumber: '0x1', transactionHash: `0x${'ab'.repeat(32)}`, logIndex: '0x7' }
  it.each<[string, Record<string, unknown>]>([
    ['no position in its block', { logIndex: undefined }],
    ['a position beyond every block', { logIndex: '0xffffffffffff' }],
    ['a block without a number', { blockNumber: null }],
    ['a block of another number', { blockNumber: '0x7fffffffffffffff' }],
    ['no transaction', { transactionHash: null }],
    ['a transaction of 4 kB', { transactionHash: `0x${'ab'.repeat(2_000)}` }],
    ['topics that are no list', { topics: 7 }],
  ])('the next node is asked when a transfer log has %s, and payments count', async (_what, change) => {
    const placed = await shop.order()
    first.behave(({ method, params }, result) => {
      const [asked] = params as [{ blockHash?: string }]
      if (method !== 'eth_getLogs' || !asked.blockHash) return result
      const topics = [topic, `0x${'0'.repeat(64)}`, `0x${placed.address.slice(2).toLowerCase().padStart(64, '0')}`]
      const data = `0x${'1'.padStart(64, '0')}`
      const { address } = chain.tokens.USDT
      return [...(result as unknown[]), { address, topics, data, blockHash: asked.blockHash, ...sound, ...change }]
    })
    await pay(placed)
    expect(await shop.books(placed)).toMatchObject(paid)
  })

  it.each<[string, Record<string, unknown>]>([
    ['no time', { timestamp: 'soon' }],
    ['no number', { number: null }],
    ['the number of another block', { number: '0x1' }],
  ])('the next node is asked when a block has %s, and payments count', async (_what, change) => {
    const placed = await shop.order()
    first.behave(({ method }, result) =>
      method === 'eth_getBlockByNumber' && result !== null ? { ...(result as object), ...change } : result,
    )
    await pay(placed)
    expect(await shop.books(placed)).toMatchObject(paid)
  })
})

it('a malformed receipt is treated as no answer, and the next node is asked', async () => {
  await shop.close()
  shop = await openCryptoShop(chain, {
    network: { rpcs: [first.url, second.url], tokens: ['USDT'] },
    config: { twoRpcsFromUsdMinor: 10_000 },
  })
  const placed = await shop.order()
  first.behave(({ method }, result) =>
    method === 'eth_getTransactionReceipt' && result !== null ? { ...(result as object), logs: 7 } : result,
  )
  await pay(placed)
  expect(await shop.books(placed)).toMatchObject(paid)
})

it('answers of nodes that switched to another blockchain neither revoke nor accept a payment', async () => {
  const counted = await shop.order()
  await pay(counted)
  const seen = await shop.order()
  await send(seen)
  await chain.mine(1)
  await shop.watch()
  const foreign = ({ method }: { method: string }, result: unknown) => {
    if (method === 'eth_chainId') return '0x1'
    const isBlock = method === 'eth_getBlockByNumber' && result !== null
    return isBlock ? { ...(result as object), hash: `0x${'f'.repeat(64)}`, parentHash: `0x${'e'.repeat(64)}` } : result
  }
  first.behave(foreign)
  second.behave(foreign)
  await chain.mine(5)
  const before = [await shop.books(counted), await shop.books(seen)]
  for (let rounds = 0; rounds < 3; rounds++)
    await expect(watchChain(shop.deps, shop.network)).rejects.toThrow('the node is of chain 1, not 31337')
  expect([await shop.books(counted), await shop.books(seen)]).toEqual(before)
  expect(before).toMatchObject([paid, { ...unpaid, transfers: ['seen -'] }])
  first.behave('honest')
  second.behave('honest')
  await shop.watch()
  expect(await shop.books(seen)).toMatchObject(paid)
})

describe('blockchain nodes with false data', () => {
  it('a payment reported by only one node is not counted, and a review is opened', async () => {
    const placed = await shop.order()
    const hash = `0x${'ab'.repeat(32)}`
    let invented: Record<string, unknown> | undefined
    first.behave(({ method, params }, result) => {
      const [asked] = params as [{ blockHash?: string }]
      if (method === 'eth_getLogs' && asked.blockHash && !invented)
        invented = {
          address: chain.tokens.USDT.address,
          topics: [
            '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
            `0x${'0'.repeat(64)}`,
            `0x${placed.address.slice(2).toLowerCase().padStart(64, '0')}`,
          ],
          data: `0x${placed.amount.toString(16).padStart(64, '0')}`,
          blockHash: asked.blockHash,
          transactionHash: hash,
          logIndex: '0x7',
        }
      if (method === 'eth_getLogs' && invented?.blockHash === asked.blockHash)
        return [...(result as unknown[]), { ...invented, blockNumber: '0x1' }]
      if (method === 'eth_getTransactionReceipt' && (params as string[])[0] === hash)
        return { status: '0x1', blockHash: invented?.blockHash, blockNumber: '0x1', logs: [invented] }
      return result
    })
    await chain.mine(5)
    await shop.watch()
    await shop.watch()
    expect(await shop.books(placed)).toEqual({
      ...unpaid,
      reviews: ['nodes_disagree'],
      transfers: ['seen -'],
    })
  })

  it('a wrong amount reported by one node credits nothing and opens a review', async () => {
    const placed = await shop.order()
    first.behave(({ method }, result) => {
      const lie = (log: { data: string }) => ({
        ...log,
        data: `0x${(placed.amount * 9n).toString(16).padStart(64, '0')}`,
      })
      if (method === 'eth_getLogs') return (result as { data: string }[]).map(lie)
      const receipt = result as { logs: { data: string }[] } | null
      return method === 'eth_getTransactionReceipt' && receipt ? { ...receipt, logs: receipt.logs.map(lie) } : result
    })
    await pay(placed)
    expect(await shop.books(placed)).toMatchObject({ ...unpaid, reviews: ['nodes_disagree'] })
  })

  it('one node is enough below the amount that the operator configured', async () => {
    await shop.close()
    shop = await openCryptoShop(chain, {
      network: { rpcs: [first.url, second.url], tokens: ['USDT'] },
      config: { twoRpcsFromUsdMinor: 10_000 },
    })
    const placed = await shop.order()
    second.behave('down')
    await pay(placed)
    expect(await shop.books(placed)).toMatchObject(paid)
  })
})
