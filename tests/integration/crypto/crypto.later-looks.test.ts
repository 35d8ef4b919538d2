import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { describeChain } from '#simulators/chain/describe-chain.ts'
import { createChains } from '#server/modules/chains/create-chains.ts'
import { recheckSent } from '#server/workflows/crypto/recheck-sent.ts'
import { watchChain } from '#server/workflows/crypto/watch-chain.ts'
import { openRpcProxy, type RpcProxy } from './crypto.proxy.ts'
import { openCryptoShop, type CryptoShop } from './crypto.setup.ts'
import { recordSentRefund, requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'

/** Chain for refunds recorded without a check, where one node suffices; network `other` has a separate node. */
let chain: LocalChain
let nodes: RpcProxy[]
let shop: CryptoShop

beforeAll(async () => {
  chain = await startChain()
  nodes = await Promise.all([1, 2, 3].map(() => openRpcProxy(chain.rpcUrl)))
  const [first, second, third] = nodes.map(({ url }) => url) as [string, string, string]
  shop = await openCryptoShop(chain, {
    network: { rpcs: [first, second] },
    networks: { other: describeChain(chain, { rpcs: [third], name: 'Other chain' }) },
  })
})
afterAll(async () => {
  await shop?.close()
  for (const node of nodes ?? []) await node.close()
  await chain?.stop()
})
beforeEach(async () => {
  for (const node of nodes) node.behave('honest')
  Object.assign(shop.deps, { chains: await createChains(shop.deps.chains.config, shop.deps.log) })
  await shop.rows("update crypto_refunds set on_chain = 'confirmed'")
})
afterEach(() => vi.restoreAllMocks())

const buyer = () => chain.wallets[7]!.address
type Recorded = { refundId: string; orderId: string; hash: string }
/** Paid order with a refund recorded without a chain check. With `hash` null the refund is really sent. */
async function recordUnseen(hash: string | null = null, network = 'local'): Promise<Recorded> {
  const { database, chains } = shop.deps
  const on = chains.find(network)!
  // The network is offered only while a reader is running.
  await watchChain(shop.deps, on)
  const { orderId, address, amount } = await shop.order({ network })
  await chain.transfer('USDT', address, amount)
  await chain.mine(3)
  while ((await watchChain(shop.deps, on)).isBehind);
  const why = { reason: 'asked for', requestedBy: ada }
  const [refundId = ''] = await requestRefund(database, { orderId, amountMinor: 'all', ...why })
  const txHash = hash ?? (await chain.transfer('USDT', buyer(), amount))
  await chain.mine(3)
  await recordSentRefund({ database, chains: null }, { refundId, txHash, to: buyer(), operator: ada })
  return { refundId, orderId, hash: txHash }
}
const seen = async ({ refundId }: Recorded) =>
  (await shop.rows<{ seen: string }>('select on_chain as seen from crypto_refunds where refund_id = $1', [refundId]))[0]
    ?.seen
const age = ({ refundId }: Recorded, hours: number) =>
  shop.rows(
    `update crypto_refunds set absent_since = absent_since - make_interval(hours => $2::int),
      recorded_at = recorded_at - make_interval(hours => $2::int) where refund_id = $1`,
    [refundId, hours],
  )
const unheard = (digits: string) => `0x${digits.repeat(32)}`
/** Makes these nodes ignore requests for receipts. Returns the requests in order. */
function muteReceipts(...some: readonly RpcProxy[]): string[] {
  const asked: string[] = []
  for (const node of some)
    node.behave(({ method, params }, result) => {
      if (method !== 'eth_getTransactionReceipt') return result
      asked.push(String(params[0]))
      return undefined
    })
  return asked
}

it('a recorded refund that cannot be checked later does not stop the checks of the others', async () => {
  const [broken, fine] = [await recordUnseen(), await recordUnseen()]
  let looks = 0
  for (const node of nodes.slice(0, 2))
    node.behave(({ method, params }, result) => {
      if (method !== 'eth_getTransactionReceipt' || params[0] !== broken.hash) return result
      looks++
      return {}
    })
  await recheckSent(shop.deps)
  expect(looks).toBe(2)
  expect([await seen(broken), await seen(fine)]).toEqual(['not_checked', 'confirmed'])
})

it('a blockchain network without an answering node is skipped for the rest of a run, and other networks are not', async () => {
  const silent = [await recordUnseen(), await recordUnseen(), await recordUnseen()]
  const elsewhere = await recordUnseen(null, 'other')
  const asked = muteReceipts(nodes[0]!, nodes[1]!)
  await recheckSent(shop.deps)
  expect(asked).toEqual([silent[0]!.hash, silent[0]!.hash])
  expect(await seen(elsewhere)).toBe('confirmed')
  // Each refund is checked in turn, whatever the result of the one before.
  await recheckSent(shop.deps)
  await recheckSent(shop.deps)
  await recheckSent(shop.deps)
  expect(asked.filter((_, at) => at % 2 === 0)).toEqual([0, 1, 2, 0].map((at) => silent[at]!.hash))
})

it('a run of later checks of refunds stops when its time is over, and the next run continues where it stopped', async () => {
  const records = [await recordUnseen(), await recordUnseen(), await recordUnseen()]
  const now = performance.now.bind(performance)
  let passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  nodes[0]!.behave(({ method }, result) => {
    if (method === 'eth_getTransactionReceipt') passed += 60_000
    return result
  })
  const found = []
  for (let runs = 0; runs < 3; runs++) {
    await recheckSent(shop.deps)
    found.push((await Promise.all(records.map(seen))).map((each) => each === 'confirmed'))
  }
  expect(found).toEqual([
    [true, false, false],
    [true, true, false],
    [true, true, true],
  ])
})

it('a refund transaction that only one of two nodes knows is treated as sent', async () => {
  const sent = await recordUnseen()
  nodes[0]!.behave(({ method }, result) => (method === 'eth_getTransactionReceipt' ? null : result))
  await recheckSent(shop.deps)
  expect(await seen(sent)).toBe('confirmed')
})

it('a refund transaction that nodes show differently is not a mismatch', async () => {
  const sent = await recordUnseen()
  nodes[0]!.behave(({ method }, result) =>
    method === 'eth_getTransactionReceipt' ? { ...(result as object), logs: [] } : result,
  )
  await recheckSent(shop.deps)
  expect(await seen(sent)).toBe('confirmed')
})

it('a refund transaction is treated as missing only after two checks a day apart where no node knew it', async () => {
  const never = await recordUnseen(unheard('cd'))
  await age(never, 48)
  await recheckSent(shop.deps)
  expect(await seen(never)).toBe('not_checked')
  await age(never, 23)
  await recheckSent(shop.deps)
  expect(await seen(never)).toBe('not_checked')
  await age(never, 1)
  muteReceipts(nodes[0]!, nodes[1]!)
  await recheckSent(shop.deps)
  expect(await seen(never)).toBe('not_checked')
  for (const node of nodes) node.behave('honest')
  await recheckSent(shop.deps)
  expect(await seen(never)).toBe('mismatch')
  expect(await shop.books(never)).toMatchObject({ reviews: ['refund_not_on_chain'] })
})

it('the day between two checks of a refund starts again when a node shows the transaction or another replaces it', async () => {
  const [shown, replaced] = [await recordUnseen(), await recordUnseen(unheard('12'))]
  const hide = (isHidden: boolean) => {
    for (const node of nodes)
      node.behave(({ method, params }, result) => {
        if (method === 'eth_getTransactionReceipt' && params[0] === shown.hash && isHidden) return null
        // The node knows the transaction, but it lacks confirmations, so nothing is certain yet.
        return method === 'eth_blockNumber' ? '0x1' : result
      })
  }
  hide(true)
  await recheckSent(shop.deps)
  for (const each of [shown, replaced]) await age(each, 25)
  hide(false)
  await shop.rows("update crypto_refunds set on_chain = 'mismatch' where refund_id = $1", [replaced.refundId])
  const again = { refundId: replaced.refundId, txHash: unheard('34'), to: buyer(), operator: ada }
  await recordSentRefund({ database: shop.deps.database, chains: null }, again)
  await recheckSent(shop.deps)
  hide(true)
  await recheckSent(shop.deps)
  expect([await seen(shown), await seen(replaced)]).toEqual(['not_checked', 'not_checked'])
})
