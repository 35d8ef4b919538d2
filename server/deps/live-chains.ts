import { createChains, type Chains } from '#server/modules/chains/create-chains.ts'
import type { Config } from '#server/platform/config.ts'
import type { CryptoConfig } from '#server/platform/crypto-config.ts'
import type { Log } from '#server/platform/log.ts'

/** Networks that a process uses now. `current` is null while cryptocurrency is not accepted. */
type LiveChains = {
  readonly current: Chains | null
  /** Opens the networks anew if operators have changed them in the console. */
  refresh(): Promise<void>
}

type Source = Pick<Config, 'crypto' | 'connections'>

/**
 * Opens the configured networks. Networks of the environment that cannot be opened stop the start; those entered in the
 * console are only logged, because the rest of the shop works without them.
 */
export async function openLiveChains(config: Source, log: Log): Promise<LiveChains> {
  let opened: CryptoConfig | null = null
  let current: Chains | null = null
  async function refresh(): Promise<void> {
    const { crypto } = config
    if (crypto === opened) return
    opened = crypto
    try {
      current = crypto && (await createChains(crypto, log))
    } catch (error) {
      if (!config.connections.entered.includes('crypto')) throw error
      current = null
      log.error({ err: error }, 'the networks of cryptocurrencies cannot be opened')
    }
  }
  await refresh()
  return {
    get current() {
      return current
    },
    refresh,
  }
}
