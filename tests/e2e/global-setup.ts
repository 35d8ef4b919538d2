import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import { describeChain, describeCrypto } from '#simulators/chain/describe-chain.ts'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { unpackChromium } from './chromium.ts'
import { startProduct } from './start-product.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/** Blockchain for payments, as data that can be passed to the test processes. */
type E2eChain = Pick<LocalChain, 'rpcUrl' | 'chainId' | 'tokens' | 'wallets'>

/** Products that journeys start for themselves hash passwords at the real cost. */
const hashCheaply = pathToFileURL(path.join(import.meta.dirname, '../support/hash-cheaply.ts')).href

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of product and simulator, and folder of the outlines judged by axe in this run. */
    e2e: { origin: string; simulator: string; dataDir: string; chain: E2eChain; outlines: string }
  }
}

/** Starts a single product for the whole run; tests use separate accounts and browser contexts. */
export default async function setup(project: TestProject) {
  await unpackChromium()
  const chain = await startChain()
  const folder = await makeTemporaryFolder('e2e')
  const file = path.join(folder, 'crypto.json')
  const outlines = path.join(folder, 'outlines')
  await mkdir(outlines)
  await writeFile(file, JSON.stringify(describeCrypto({ local: describeChain(chain) })))
  const stopChain = async () => {
    await chain.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const env = { CRYPTO_CONFIG_FILE: file, TRUST_PROXY: 'on', NODE_OPTIONS: `--import=${hashCheaply}` }
  const product = await startProduct({ env }).catch(async (error: unknown) => {
    await stopChain()
    throw error
  })
  console.log(`product: ${product.origin}`)
  project.provide('e2e', {
    origin: product.origin,
    simulator: product.simulator,
    dataDir: product.dataDir,
    outlines,
    chain: { rpcUrl: chain.rpcUrl, chainId: chain.chainId, tokens: chain.tokens, wallets: chain.wallets },
  })
  return async () => {
    await product.stop()
    await stopChain()
  }
}
