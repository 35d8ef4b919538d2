import { buy, connectionOf, load, openBuyers } from './buyers.ts'
import { runAlone, type Figures, type Running } from './run-alone.ts'

const seconds = 45

/** Makes purchases at the simulated Alipay on 50 connections, until `count` are made or 45 seconds have passed. */
export async function measurePurchases({ origin, dataDir }: Running, count = 1_000): Promise<Figures> {
  const tokens = await openBuyers(await connectionOf(dataDir), count)
  const { results, perSecond, p99Ms } = await load(tokens, seconds, (token) => buy(origin, token))
  return { purchases: { made: results.length, 'per second': perSecond, 'p99, ms': p99Ms } }
}

if (import.meta.main) await runAlone(measurePurchases)
