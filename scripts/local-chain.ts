import { rm } from 'node:fs/promises'
import { readFileSync, watchFile } from 'node:fs'
import { devChainFile, parseCrypto } from '#server/platform/crypto-config.ts'

/** Interval in which the product looks for the announcement file of `npm run lab -- chain`. */
const lookEveryMs = 1_000
const answerMs = 2_000

export async function forgetDeadChain(dataDir: string): Promise<void> {
  const file = devChainFile(dataDir)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return
  }
  const url = parseCrypto(text, file, false).networks[0]?.rpcs[0]?.url ?? ''
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }
  const isAlive = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
    signal: AbortSignal.timeout(answerMs),
  }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isAlive) await rm(file, { force: true })
}

export function watchLocalChain(dataDir: string, onChange: () => void): void {
  watchFile(devChainFile(dataDir), { interval: lookEveryMs, persistent: false }, (now, before) => {
    if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino) onChange()
  })
}
