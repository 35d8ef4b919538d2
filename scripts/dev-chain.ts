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
 * A local chain for trying payments by hand: `npm run dev:chain` beside `npm start`, in either order. While it runs, a
 * file in the data folder tells the product of it, which looks for that file all the time.
 */
const dataDir = path.resolve(process.env.DATA_DIR || './data')
const file = devChainFile(dataDir)
const port = Number(process.env.DEV_CHAIN_PORT || 8545)
const blockMs = 1_000
const confirmations = 3

try {
  ensureDataDir(dataDir)
  // Another chain would answer in its place.
  await ensurePortFree('DEV_CHAIN_PORT', port, '127.0.0.1')
  console.log('The chain starts; this takes some seconds.')
  // What was read of a chain must stay true of it: it goes on where it stopped, as the database does.
  const chain = await startChain({ port, stateFile: path.join(dataDir, 'dev-chain-state.json') })
  const network = describeChain(chain, { name: 'Local chain', confirmations })
  // The product may look at any moment: it sees the whole file or none.
  await writeFile(`${file}.new`, `${JSON.stringify(describeCrypto({ local: network }), null, 2)}\n`)
  await rename(`${file}.new`, file)
  tell(chain)

  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
  await keepMining(chain, stopping.signal).catch((error: unknown) => {
    // Ctrl-C ends the chain's own process, too, and maybe first.
    if (!stopping.signal.aborted) throw error
  })
  await rm(file, { force: true })
  await chain.stop()
} catch (error) {
  failStart(error)
}

/** Buries every transaction under the blocks that make it count, and makes none for nothing. */
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
