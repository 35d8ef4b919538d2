import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { mkdirSync } from 'node:fs'
import { describeChain, describeCrypto } from '#simulators/chain/describe-chain.ts'
import { startChain } from '#simulators/chain/start-chain.ts'

/**
 * A local chain for trying payments by hand: `npm run dev:chain`, then `npm start`. While it runs, a file in the data folder
 * tells the product of it; the product looks for that file when it starts.
 */
const dataDir = path.resolve(process.env.DATA_DIR || './data')
const file = path.join(dataDir, 'dev-chain.json')
const port = Number(process.env.DEV_CHAIN_PORT || 8545)

const chain = await startChain({ port, blockSeconds: 2 })
mkdirSync(dataDir, { recursive: true })
const network = describeChain(chain, { name: 'Local chain' })
await writeFile(file, `${JSON.stringify(describeCrypto({ local: network }), null, 2)}\n`)

console.log(
  `Chain ${chain.chainId} runs at ${chain.rpcUrl}; stop it with Ctrl-C. Start the product now (again, if it runs).`,
)
for (const [symbol, { address, decimals }] of Object.entries(chain.tokens))
  console.log(`  ${symbol.padEnd(4)} ${address}  ${decimals} decimals`)
console.log('Wallets with coins and tokens, to be imported into a wallet by their private keys:')
for (const { address, privateKey } of chain.wallets.slice(0, 4)) console.log(`  ${address}  ${privateKey}`)

let stopping = false
async function stop() {
  if (stopping) return
  stopping = true
  await rm(file, { force: true })
  await chain.stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
