import { rm } from 'node:fs/promises'
import { readFileSync, watchFile } from 'node:fs'
import { devChainFile, parseCrypto } from '#server/platform/crypto-config.ts'

/** What the product has to know of `npm run dev:chain`, which runs beside it and leaves a file in the data folder. */
const lookEveryMs = 1_000
const answerMs = 2_000

/** Takes away the file of a chain that was killed and could not do it itself. */
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

/** Calls back whenever a local chain has come, gone or changed; keeps no one from ending. */
export function watchLocalChain(dataDir: string, onChange: () => void): void {
  watchFile(devChainFile(dataDir), { interval: lookEveryMs, persistent: false }, (now, before) => {
    if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino) onChange()
  })
}
