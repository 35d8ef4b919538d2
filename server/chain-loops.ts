import { setTimeout as sleep } from 'node:timers/promises'
import type { Chains, Network } from '#server/modules/chains/create-chains.ts'
import type { WatchDeps } from '#server/deps/payment-deps.ts'
import { watchChain } from '#server/workflows/crypto/watch-chain.ts'

export type ChainLoops = {
  start(): void
  /** Watches other networks from now on, after operators have changed them. */
  follow(chains: Chains | null): Promise<void>
  stop(): Promise<void>
}

const longestPauseMs = 60_000

/** Watches every network at the pace of its blocks. A failure slows down only its own network. */
export function createChainLoops(deps: Omit<WatchDeps, 'chains'> & { readonly chains: Chains | null }): ChainLoops {
  let { chains } = deps
  let stopping = new AbortController()
  let running: Promise<void>[] = []
  let hasStarted = false

  async function watch(watching: WatchDeps, network: Network, { signal }: AbortController): Promise<void> {
    const paceMs = Math.max(1_000, network.blockSeconds * 1000)
    const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})
    let failures = 0
    while (!signal.aborted) {
      try {
        const { isBehind } = await watchChain(watching, network)
        failures = 0
        if (!isBehind) await pause(paceMs)
      } catch (error) {
        failures += 1
        deps.log.warn({ err: error, network: network.id, failures }, 'a network could not be read')
        await pause(Math.min(longestPauseMs, paceMs * 2 ** Math.min(failures, 6)))
      }
    }
  }

  function begin(): void {
    stopping = new AbortController()
    const ends = stopping
    if (chains === null) running = []
    else {
      const watching = { ...deps, chains }
      running = chains.networks.map((network) => watch(watching, network, ends))
    }
  }

  async function end(): Promise<void> {
    stopping.abort()
    await Promise.all(running)
  }

  return {
    start() {
      hasStarted = true
      begin()
    },
    async follow(next) {
      if (next === chains) return
      await end()
      chains = next
      if (hasStarted) begin()
    },
    async stop() {
      hasStarted = false
      await end()
    },
  }
}
