import type { RateConfig } from '#server/platform/crypto-config.ts'
import { isRecord } from '#server/platform/is-record.ts'
import { readJson } from '#server/platform/read-body.ts'
import { parseRate, type Fraction, type Rates } from './quote.rules.ts'

/** There is no rate that may be believed now. */
export class RateUnavailable extends Error {}

const one: Fraction = { digits: 1n, scale: 1n }
const timeoutMs = 4_000
const maxBytes = 1024 * 1024
/** A source is asked at most this often; its own time decides whether what it said is still good. */
const keptMs = 20_000

/** The rates for one token. `now` is the database's time, against which a source's is held. Throws RateUnavailable. */
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
    // A time ahead of the database's own is as wrong as an old one.
    if (!(Math.abs(now.getTime() - at) <= config.maxAgeSeconds * 1000))
      throw new RateUnavailable(`the rates are of ${String(body.at)}`)
    const usdPerToken = isRecord(body.usd) ? parseRate(String(body.usd[token])) : null
    if (!usdPerToken) throw new RateUnavailable(`there is no rate for ${token}`)
    return { usdPerToken, cnyPerUsd: parseRate(String(body.cnyPerUsd)), spreadBps }
  }
}

async function ask(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return await readJson(response, maxBytes)
  } catch (error) {
    throw new RateUnavailable('the source of rates does not answer', { cause: error })
  }
}
