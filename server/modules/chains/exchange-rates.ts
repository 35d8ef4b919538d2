import type { RateConfig } from '#server/platform/crypto-config.ts'
import { readJson, isRecord } from '#server/platform/read-body.ts'
import { splitCredentials } from './rpc.ts'
import { parseRate, type Fraction, type Rates } from './token-price.rules.ts'

export class RateUnavailable extends Error {}

const one: Fraction = { digits: 1n, scale: 1n }
const timeoutMs = 4_000
const maxBytes = 1024 * 1024
/**
 * Milliseconds for which an answer of the rate source is cached. Whether its rates are still valid depends on the
 * answer's own timestamp.
 */
const keptMs = 20_000

/** Reads the rates of a token. `now`: database time, compared with the source's timestamp. Throws `RateUnavailable`. */
export type ReadRates = (token: string, now: Date) => Promise<Rates>

export function createRates(config: RateConfig): ReadRates {
  const { spreadBps } = config
  if (config.kind === 'fixed') {
    const cnyPerUsd = config.cnyPerUsd === null ? null : parseRate(config.cnyPerUsd)
    return () => Promise.resolve({ usdPerToken: one, cnyPerUsd, spreadBps })
  }
  let kept: { readonly body: unknown; readonly until: number } | undefined
  return async (token, now) => {
    if (!kept || kept.until < performance.now())
      kept = { body: await ask(config.url), until: performance.now() + keptMs }
    const { body } = kept
    if (!isRecord(body)) throw new RateUnavailable('the source of rates sent no object')
    const at = Date.parse(String(body.at))
    // Rejects rates that are too old, and rates dated as far in the future.
    if (!(Math.abs(now.getTime() - at) <= config.maxAgeSeconds * 1000))
      throw new RateUnavailable(`the rates are of ${String(body.at)}`)
    const usdPerToken = isRecord(body.usd) ? parseRate(String(body.usd[token])) : null
    if (!usdPerToken) throw new RateUnavailable(`there is no rate for ${token}`)
    return { usdPerToken, cnyPerUsd: parseRate(String(body.cnyPerUsd)), spreadBps }
  }
}

async function ask(source: string): Promise<unknown> {
  try {
    const { url, headers } = splitCredentials(source)
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return await readJson(response, maxBytes)
  } catch (error) {
    throw new RateUnavailable('the source of rates does not answer', { cause: error })
  }
}
