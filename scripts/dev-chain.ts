import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeChain, describeCrypto } from '#simulators/chain/describe-chain.ts'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { ensureDataDir } from '#server/db/open-store.ts'
import { devChainFile } from '#server/platform/crypto-config.ts'
import { ensurePortFree } from '#server/platform/listen-check.ts'
import { failStart } from '#server/platform/process.ts'

/**
 * `npm run lab -- chain`: runs a local blockchain for manual payment tests, started before or after `npm start`. While
 * it runs, a file in the data folder announces it to the product, which watches for that file.
 */
const dataDir = path.resolve(process.env.DATA_DIR || './data')
const file = devChainFile(dataDir)
const port = Number(process.env.DEV_CHAIN_PORT || 8545)
const blockMs = 1_000
const confirmations = 3

try {
  ensureDataDir(dataDir)
  // Without this check another blockchain might answer on the port.
  await ensurePortFree('DEV_CHAIN_PORT', port, '127.0.0.1')
  console.log('The chain starts; this takes some seconds.')
  // The chain continues from its saved state, because the database refers to earlier blocks.
  const chain = await startChain({ port, stateFile: path.join(dataDir, 'dev-chain-state.json') })
  const network = describeChain(chain, { name: 'Local chain', confirmations })
  // Writes the announcement file atomically, because the product may read it at any moment.
  await writeFile(`${file}.new`, `${JSON.stringify(describeCrypto({ local: network }), null, 2)}\n`)
  await rename(`${file}.new`, file)
  tell(chain)

  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
  await keepMining(chain, stopping.signal).catch((error: unknown) => {
    // An error during the stop is ignored: Ctrl-C also ends the chain's own process, maybe earlier.
    if (!stopping.signal.aborted) throw error
  })
  await rm(file, { force: true })
  await chain.stop()
} catch (error) {
  failStart(error)
}

/** Mines further blocks that confirm a transaction, and no blocks otherwise. */
async function keepMining(chain: LocalChain, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(blockMs, undefined, { signal })
    const head = Number(await chain.call('eth_blockNumber'))
    const newest = Array.from({ length: confirmations }, (_, back) => `0x${Math.max(0, head - back).toString(16)}`)
    const counts = await Promise.all(
      newest.map((block) => chain.call<string | null>('eth_getBlockTransactionCountByNumber', block)),
    )
    if (counts.some((count) => Number(count) > 0)) await chain.mine(1)
  }
}

function tell(chain: LocalChain): void {
  const tokens = Object.entries(chain.tokens).map(
    ([symbol, { address, decimals }]) => `${symbol.padEnd(4)} ${address}  ${decimals} decimals`,
  )
  const wallets = chain.wallets.slice(0, 4).map(({ address, privateKey }) => `${address}  ${privateKey}`)
  console.log(`
  Local chain  ${chain.rpcUrl}, chain id ${chain.chainId}
  Data         ${dataDir}  (a product with this folder offers cryptocurrency while this runs; start it before or after)
  Stop         Ctrl-C

  Paying needs nothing more: the page offers a demo wallet. For a wallet of your own, tokens and funded accounts:
    ${[...tokens, ...wallets].join('\n    ')}
`)
}
