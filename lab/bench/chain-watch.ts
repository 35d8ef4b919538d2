import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import pg from 'pg'
import { createChainLoops } from '#server/chain-loops.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { createChains } from '#server/modules/chains/create-chains.ts'
import { parseCrypto } from '#server/platform/crypto-config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { watchChain } from '#server/workflows/crypto/watch-chain.ts'
import { describeChain, describeCrypto } from '#simulators/chain/describe-chain.ts'
import { startChain } from '#simulators/chain/start-chain.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/**
 * Measures how the product watches a local blockchain with a block every two seconds: calls to the blockchain node per
 * minute with 10, 1,000 and 10,000 open wallet addresses, logs scanned per second, and lag in blocks.
 */
const folder = await makeTemporaryFolder('bench')
const postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres') })
await migrate(postgres.connection)
const log = pino({ level: 'silent' })
const database = openDatabase({ connection: postgres.connection, maxConnections: 4, log })
const owner = new pg.Client(postgres.connection)
await owner.connect()

const chain = await startChain()
const config = describeCrypto({ local: describeChain(chain, { addresses: 'pool' }) })
const chains = await createChains(parseCrypto(JSON.stringify(config), 'bench', false), log)
const [network] = chains.networks
if (!network) throw new Error('there is no network')
const deps = { database, log, chains, digest: createKeyedDigest(randomBytes(32)) }
await watchChain(deps, network)

const addressOf = (index: number) => `0x${(0xabc0000 + index).toString(16).padStart(40, '0')}`
const blocks = 60
const blockSeconds = 2

console.log('open addresses  calls/block  calls/minute  requests/minute')
let known = 0
for (const open of [10, 1_000, 10_000]) {
  for (; known < open; known++)
    await owner.query(
      `insert into crypto_addresses (address, pool, origin, leased_until) values ($1, 'local', 'bench', now() + interval '1 hour')`,
      [addressOf(known)],
    )
  while ((await watchChain(deps, network)).isBehind);
  const before = { ...network.pool.counts }
  for (let block = 0; block < blocks; block++) {
    await chain.transfer('USDT', block % 2 === 0 ? addressOf(block % open) : addressOf(50_000_000), 1n)
    await watchChain(deps, network)
  }
  const calls = network.pool.counts.calls - before.calls
  const requests = network.pool.counts.requests - before.requests
  const perMinute = (count: number) => Math.round((count / blocks) * (60 / blockSeconds))
  console.log(
    `${String(open).padStart(14)}  ${(calls / blocks).toFixed(2).padStart(11)}  ${String(perMinute(calls)).padStart(12)}  ${String(perMinute(requests)).padStart(15)}`,
  )
}

await chain.call('evm_setAutomine', false)
for (let block = 0; block < 20; block++) {
  for (let sent = 0; sent < 100; sent++)
    await chain.call('eth_sendTransaction', {
      from: chain.wallets[0]?.address,
      to: chain.tokens.USDT.address,
      gas: '0x186a0',
      data: `0xa9059cbb${addressOf(50_000_000 + sent)
        .slice(2)
        .padStart(64, '0')}${'1'.padStart(64, '0')}`,
    })
  await chain.mine(1)
}
await chain.call('evm_setAutomine', true)
const started = performance.now()
let logs = 0
for (let isBehind = true; isBehind;) {
  const round = await watchChain(deps, network)
  logs += round.logs
  isBehind = round.isBehind
}
const seconds = (performance.now() - started) / 1000
console.log(`${logs} logs scanned in ${seconds.toFixed(2)} s: ${Math.round(logs / seconds)} a second`)

await chain.call('evm_setIntervalMining', blockSeconds)
await owner.query('update chain_cursors set leased_until = null')
const loops = createChainLoops(deps)
loops.start()
await sleep(3_000)
const behind: number[] = []
for (let sample = 0; sample < 200; sample++) {
  await sleep(100)
  const head = Number(await chain.call('eth_blockNumber'))
  const { rows } = await owner.query<{ number: string }>('select number from chain_cursors')
  behind.push(Math.max(0, head - Number(rows[0]?.number)))
}
await loops.stop()
const share = (blocksBehind: number) =>
  Math.round((behind.filter((count) => count <= blocksBehind).length / behind.length) * 100)
console.log(
  `blocks behind the newest, blocks of ${blockSeconds} s: none ${share(0)} %, at most one ${share(1)} %, most ${Math.max(...behind)}`,
)

await database.close()
await owner.end()
await chain.stop()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
