import { setTimeout as sleep } from 'node:timers/promises'
import type { Network } from '#server/modules/chains/create-chains.ts'
import type { WatchDeps } from '#server/deps/payment-deps.ts'
import { watchChain } from '#server/workflows/crypto/watch-chain.ts'

export type ChainLoops = { start(): void; stop(): Promise<void> }

const longestPauseMs = 60_000

/** Watches every network at the pace of its blocks. A failure slows down only its own network. */
export function createChainLoops(deps: WatchDeps): ChainLoops {
  const stopping = new AbortController()
  let running: Promise<void>[] = []

  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})

  async function watch(network: Network): Promise<void> {
    const paceMs = Math.max(1_000, network.blockSeconds * 1000)
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        const { isBehind } = await watchChain(deps, network)
        failures = 0
        if (!isBehind) await pause(paceMs)
      } catch (error) {
        failures += 1
        deps.log.warn({ err: error, network: network.id, failures }, 'a network could not be read')
        await pause(Math.min(longestPauseMs, paceMs * 2 ** Math.min(failures, 6)))
      }
    }
  }

  return {
    start() {
      running = deps.chains.networks.map(watch)
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
