import { runAction } from '#tests/support/run-action.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { readConfig } from '#server/platform/config.ts'
import { openRpcProxy, type RpcProxy } from './crypto.proxy.ts'
import { openCryptoShop, type CryptoShop, type Placed } from './crypto.setup.ts'
import { importAddresses, rescanChain } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'

let chain: LocalChain
let node: RpcProxy
let shop: CryptoShop

beforeAll(async () => {
  chain = await startChain()
  node = await openRpcProxy(chain.rpcUrl)
  shop = await openCryptoShop(chain, { network: { rpcs: [node.url], tokens: ['USDT'] } })
})
afterAll(async () => {
  await shop?.close()
  await node?.close()
  await chain?.stop()
})
beforeEach(() => node.behave('honest'))

const height = async () => Number(await chain.call('eth_blockNumber'))
const cursor = async () => (await shop.rows<{ number: number }>('select number::int as number from chain_cursors'))[0]!
async function miss(placed: readonly Placed[]): Promise<{ from: number; to: number }> {
  const from = (await height()) + 1
  node.behave(({ method }, result) => (method === 'eth_getLogs' ? [] : result))
  for (const { address, amount } of placed) await chain.transfer('USDT', address, amount)
  const to = await height()
  await chain.mine(5)
  await shop.watch()
  node.behave('honest')
  for (const each of placed) expect((await shop.books(each)).transfers).toEqual([])
  return { from, to }
}
const rescan = (from: number, to: number | null = null) =>
  rescanChain(shop.deps.database, { network: shop.network, from, to, operator: ada })
const audits = () =>
  shop.rows<{ details: Record<string, unknown> }>(
    `select details from audit_log where action = 'crypto.rescan' order by id`,
  )
function runCommand(of: CryptoShop, values: Record<string, string>, preview: boolean): Promise<string> {
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir'), CRYPTO_CONFIG_FILE: of.configFile })
  return runAction({ database: of.deps.database, config }, 'crypto.rescan', values, preview)
}
const paid = { status: 'paid', grants: 1, reviews: [] }

it('a rescan of a blockchain finds a missed transfer, counts it once and leaves the reading position unchanged', async () => {
  const [one, two] = [await shop.order(), await shop.order()]
  const { from, to } = await miss([one, two])
  const before = await cursor()
  expect(await rescan(from, from)).toMatchObject({ from, to: from, blocks: 1, found: 1, added: 1 })
  expect([(await shop.books(one)).transfers, (await shop.books(two)).transfers]).toEqual([['seen -'], []])
  expect(await rescan(from)).toMatchObject({
    from,
    to: before.number,
    blocks: before.number - from + 1,
    found: 2,
    added: 1,
  })
  expect(await cursor()).toEqual(before)
  await shop.watch()
  for (const placed of [one, two]) expect(await shop.books(placed)).toMatchObject(paid)

  const books = await Promise.all([one, two].map((placed) => shop.books(placed)))
  expect(await Promise.all([rescan(from, to), rescan(from, to)])).toMatchObject([{ added: 0 }, { added: 0 }])
  await shop.watch()
  expect(await Promise.all([one, two].map((placed) => shop.books(placed)))).toEqual(books)
  expect((await audits()).slice(0, 4).map(({ details }) => details)).toEqual([
    { from, to: from },
    { from, to: from, added: 1 },
    { from, to: before.number },
    { from, to: before.number, added: 1 },
  ])
})

it('a rescan of a blockchain finds a transfer far back, in block ranges', async () => {
  const placed = await shop.order()
  const { from } = await miss([placed])
  await chain.mine(700)
  await shop.watch()
  const asked = node.calls.get('eth_getLogs') ?? 0
  expect(await rescan(from - 5)).toMatchObject({ added: 1 })
  expect((node.calls.get('eth_getLogs') ?? 0) - asked).toBeLessThan(120)
  await shop.watch()
  expect(await shop.books(placed)).toMatchObject(paid)
})

it('two concurrent rescans of a blockchain find a transfer once', async () => {
  const placed = await shop.order()
  const { from, to } = await miss([placed])
  const both = await Promise.all([rescan(from, to), rescan(from, to)])
  expect(both.map(({ added }) => added).toSorted()).toEqual([0, 1])
  await shop.watch()
  expect(await shop.books(placed)).toMatchObject(paid)
})

it('a rescan of a blockchain refuses unread blocks and invalid ranges', async () => {
  const { number } = await cursor()
  await expect(rescan(1, number + 1)).rejects.toThrow(`read up to block ${number}`)
  await expect(rescan(5, 4)).rejects.toThrow('Block 5 comes after block 4')
  node.behave('down')
  await expect(rescan(1)).rejects.toThrow(/No node of Local chain can answer/)
})

it('a rescan records nothing of blocks that left the blockchain meanwhile', async () => {
  const placed = await shop.order()
  const { from } = await miss([placed])
  let isFirst = true
  node.behave(async ({ method }, result) => {
    if (method !== 'eth_getLogs' || !isFirst) return result
    isFirst = false
    // While the node's answer is in transit, its block is removed from the chain, and the reader has noticed the
    // removal.
    await chain.call('anvil_reorg', 10, [])
    await chain.mine(10)
    await shop.watch()
    return result
  })
  expect(await rescan(from, from)).toMatchObject({ found: 0, added: 0 })
  expect((await shop.books(placed)).transfers).toEqual([])
})

it('a transfer to a pool address before its lease credits nobody and opens a review', async () => {
  const pooled = await openCryptoShop(chain, { network: { addresses: 'pool', tokens: ['USDT'] } })
  const address = '0x00000000000000000000000000000000000000b1'
  await importAddresses(pooled, [address])
  const earlier = await pooled.order()
  const from = (await height()) + 1
  await chain.transfer('USDT', earlier.address, earlier.amount)
  await chain.mine(5)
  await pooled.watch()
  // Missed transfer to an address that has since been leased to another order.
  await pooled.rows('delete from chain_transfers')
  await pooled.rows('update crypto_addresses set leased_until = now()')
  const later = await pooled.order()
  expect(later.address).toBe(earlier.address)
  await pooled.rows(`update crypto_deposits set created_at = now() + interval '2 days' where order_id = $1`, [
    later.orderId,
  ])
  const found = await rescanChain(pooled.deps.database, { network: pooled.network, from, to: null, operator: ada })
  expect(found).toMatchObject({ found: 1, added: 1 })
  await pooled.watch()
  expect(await pooled.books(later)).toMatchObject({ status: 'awaiting_payment', grants: 0, transfers: [], reviews: [] })
  const strays = await pooled.rows('select order_id from review_items where reason = $1', ['stray_transfer'])
  expect(strays).toEqual([{ order_id: null }])
  await pooled.close()
})

it('a dry run of a blockchain rescan reports findings and records nothing', async () => {
  const placed = await shop.order()
  const { from, to } = await miss([placed])
  const before = (await audits()).length
  const run = (values: Record<string, string>, dryRun: boolean) => runCommand(shop, values, dryRun)
  const range = { chain: 'local', 'from-block': String(from), 'to-block': String(to) }
  await expect(run({ ...range, chain: 'moon' }, true)).rejects.toThrow('No network “moon”')
  await expect(run({ ...range, 'from-block': '-1' }, true)).rejects.toThrow(
    '--from-block must be the number of a block',
  )
  expect(await run(range, true)).toMatch(
    /^127.*: 1 transfers to our addresses\.\nWould have read .*: 1 transfers to our addresses, 1 of them new/,
  )
  expect([(await shop.books(placed)).transfers, (await audits()).length]).toEqual([[], before])
  expect(await run(range, false)).toMatch(/\nRead .* 1 of them new/)
  expect(await run(range, false)).toMatch(/ 0 of them new/)
  await shop.watch()
  expect(await shop.books(placed)).toMatchObject(paid)
})

describe('blockchain rescan with several nodes', () => {
  let second: RpcProxy
  let double: CryptoShop
  beforeAll(async () => {
    second = await openRpcProxy(chain.rpcUrl)
    double = await openCryptoShop(chain, { network: { rpcs: [node.url, second.url], tokens: ['USDT'] } })
  })
  afterAll(async () => {
    await double?.close()
    await second?.close()
  })
  const hostOf = ({ url }: RpcProxy) => new URL(url).host
  /** Order paid while all nodes omit logs; the first node continues to omit them. */
  async function missed(): Promise<{ placed: Placed; block: number }> {
    const placed = await double.order()
    for (const each of [node, second]) each.behave(({ method }, result) => (method === 'eth_getLogs' ? [] : result))
    await chain.transfer('USDT', placed.address, placed.amount)
    const block = await height()
    await chain.mine(5)
    await double.watch()
    second.behave('honest')
    expect((await double.books(placed)).transfers).toEqual([])
    return { placed, block }
  }
  const rescanDouble = (from: number, to: number | null = null) =>
    rescanChain(double.deps.database, { network: double.network, from, to, operator: ada })

  it('a rescan asks every node and reports each answer', async () => {
    const { placed, block } = await missed()
    const done = await rescanDouble(block, block + 2)
    expect(done).toMatchObject({ blocks: 3, found: 1, added: 1 })
    expect(done.nodes).toEqual([
      { host: hostOf(node), readTo: block + 2, found: 0, failure: null },
      { host: hostOf(second), readTo: block + 2, found: 1, failure: null },
    ])
    await double.watch()
    expect(await double.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
  })

  it('a rescan continues without a node that is down or behind, and names it', async () => {
    const { placed, block } = await missed()
    node.behave(({ method }, result) => (method === 'eth_blockNumber' ? `0x${(block - 1).toString(16)}` : result))
    const done = await rescanDouble(block)
    expect(done).toMatchObject({ found: 1, added: 1 })
    expect(done.nodes).toMatchObject([
      { host: hostOf(node), readTo: null, failure: `it stands at block ${block - 1}` },
      { host: hostOf(second), failure: null },
    ])
    node.behave('down')
    expect((await rescanDouble(block)).nodes[0]).toMatchObject({ readTo: null, failure: 'HTTP 503' })
    await double.watch()
    expect(await double.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
  })

  it('a rescan ends with an error when every node is behind', async () => {
    const { block } = await missed()
    for (const each of [node, second])
      each.behave(({ method }, result) => (method === 'eth_blockNumber' ? `0x${(block - 1).toString(16)}` : result))
    const asked = node.calls.get('eth_blockNumber') ?? 0
    await expect(rescanDouble(block)).rejects.toThrow(
      new RegExp(`No node of Local chain can answer: .*it stands at block ${block - 1}.*Try again later`),
    )
    expect((node.calls.get('eth_blockNumber') ?? 0) - asked).toBeLessThan(10)
  })

  it('a rescan continues after one failed request and keeps its findings', async () => {
    const { placed, block } = await missed()
    let answers = 0
    second.behave(({ method }, result) => (method === 'eth_getLogs' && answers++ === 0 ? undefined : result))
    expect((await rescanDouble(block)).nodes[1]).toMatchObject({ found: 1, failure: null })
    await double.watch()
    expect(await double.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
  })
  it('the rescan command prints the answer of each node and counts duplicates once', async () => {
    const { block } = await missed()
    const values = { chain: 'local', 'from-block': String(block) }
    expect(await runCommand(double, values, true)).toMatch(
      new RegExp(`^${hostOf(node)}: 0 .*\\n${hostOf(second)}: 1 .*\\nWould have read .* 1 of them new`),
    )
    node.behave('honest')
    expect(await runCommand(double, values, true)).toMatch(
      new RegExp(`^${hostOf(node)}: 1 .*\\n${hostOf(second)}: 1 .*\\nWould have read .* 1 of them new`),
    )
    node.behave('down')
    expect(await runCommand(double, values, false)).toMatch(
      new RegExp(`^${hostOf(node)}: 0 .*, read nothing: HTTP 503\\.\\n.*: 1 .*\\nRead .* 1 of them new`),
    )
  })
})
