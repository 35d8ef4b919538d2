import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { watchChain } from '#server/workflows/watch-chain.ts'
import { openRpcProxy, type RpcProxy } from './crypto.proxy.ts'
import { openCryptoShop, price, type CryptoShop, type Placed } from './crypto.setup.ts'

let chain: LocalChain
let first: RpcProxy
let second: RpcProxy
let shop: CryptoShop

beforeAll(async () => {
  chain = await startChain()
  first = await openRpcProxy(chain.rpcUrl)
  second = await openRpcProxy(chain.rpcUrl)
}, 120_000)
afterAll(async () => {
  await shop?.close()
  await first?.close()
  await second?.close()
  await chain?.stop()
})
/** A shop of its own for each test: nodes that rest, and a reading that another test left behind, are none of its business. */
beforeEach(async () => {
  await shop?.close()
  first.behave('honest')
  second.behave('honest')
  shop = await openCryptoShop(chain, {
    network: { rpcs: [first.url, second.url], tokens: ['USDT'] },
    config: { twoRpcsFromUsdMinor: 4_000 },
  })
}, 60_000)

const send = (placed: Placed) => chain.transfer('USDT', placed.address, placed.amount)
const pay = async (placed: Placed) => {
  await send(placed)
  await chain.mine(3)
  await shop.watch()
}
const paid = { status: 'paid', grants: 1, facts: [`paid ${price.USD} chain`] }
const unpaid = { status: 'awaiting_payment', grants: 0, facts: [] }

describe('a reorganisation of the chain', () => {
  it('before a payment counts takes it back quietly, and it counts when it comes again (QUALITY 23)', async () => {
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

  it('that leaves a payment where it was changes nothing about it', async () => {
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

  it('after a payment counted takes the time back and calls a person; paid again it counts again', async () => {
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

describe('several readers', () => {
  it('that settle the same payment at the same moment count it once', async () => {
    const placed = await shop.order()
    await send(placed)
    await shop.watch()
    await chain.mine(3)
    // Both stand before the settlement with the receipt in their hands.
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

  it('take turns: one reads, and another goes on where it stopped when it has died', async () => {
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

  it('find what came while nobody read, however long ago, in few calls', async () => {
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

describe('nodes that fail', () => {
  it.each(['down', 'garbage', 'silent'] as const)('one that is %s: the next one is asked', async (way) => {
    const placed = await shop.order()
    await send(placed)
    first.behave(way)
    await shop.watch()
    expect((await shop.state(placed)).state).toBe('seen')
    await chain.mine(3)
    await shop.watch()
    // Worth more than the operator leaves to one node: it waits for the other.
    expect(await shop.books(placed)).toMatchObject(unpaid)
    first.behave('honest')
    await shop.watch()
    expect(await shop.books(placed)).toMatchObject(paid)
  })

  it('all of them: nothing moves, and nothing is lost', async () => {
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

  it('one of another network is never believed', async () => {
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

describe('nodes that lie', () => {
  it('about a payment that nobody made: it is not believed alone, and a person hears of it', async () => {
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

  it('about the amount of one that was made: nothing is credited', async () => {
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

  it('below the amount that the operator leaves to one node, one is enough', async () => {
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
