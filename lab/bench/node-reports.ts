import { setTimeout as sleep } from 'node:timers/promises'
import { callHeaders, readSigningKey, send, sign } from './customer.ts'

const rounds = 10
const roundMs = 3_000
/** A node may send twenty full reports a minute, one in a round of three seconds; more are refused. */
const reportsWithoutPause = 15
/** Few enough that calls wait for the report and hardly for each other. */
const askers = 2

/**
 * Latency of a customer's signed call (`payment_shop`) alone, beside a node that reports traffic of all its links as often as
 * it may, and beside one that does so without a pause. The three kinds of rounds alternate, so that other load on the machine
 * affects them alike. `reportUrls`: at least ten nodes, one for each round, because of that limit.
 */
export async function measureReports(
  origin: string,
  reportUrls: readonly string[],
  links: { readonly first: number; readonly count: number },
): Promise<Record<string, object>> {
  const key = await readSigningKey(origin)
  const url = `${origin}/v4/test/api/payment/payment_shop`
  const ask = async () => {
    const body = JSON.stringify({ signature: sign(key) })
    const at = performance.now()
    const { status } = await send(url, { method: 'POST', headers: callHeaders, body })
    if (status !== 200) throw new Error(`payment_shop was answered with ${status}`)
    return performance.now() - at
  }
  // Built once: serialising it during a round would delay the calls of this process.
  const lines = Object.fromEntries(Array.from({ length: links.count }, (_, n) => [links.first + n, [1_000, 5_000_000]]))
  const report = JSON.stringify(lines)
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(report)) }
  const reports: number[] = []
  const sendReport = async (to: string) => {
    const at = performance.now()
    const { status } = await send(to, { method: 'POST', headers, body: report })
    if (status !== 200) throw new Error(`a report was answered with ${status}`)
    reports.push(performance.now() - at)
  }

  const taken = { alone: [] as number[], paced: [] as number[], beside: [] as number[] }
  const callDuring = async (kind: keyof typeof taken, work: Promise<unknown>) => {
    const over = new AbortController()
    const calls = Array.from({ length: askers }, async () => {
      while (!over.signal.aborted) taken[kind].push(await ask())
    })
    try {
      await work
    } finally {
      over.abort()
      await Promise.all(calls)
    }
  }
  // Warms up code, plans and connections.
  await callDuring('alone', sleep(roundMs))
  taken.alone.length = 0
  for (let round = 0; round < rounds; round++) {
    await callDuring('alone', sleep(roundMs))
    const to = reportUrls[round % reportUrls.length] ?? ''
    await callDuring('paced', Promise.all([sendReport(to), sleep(roundMs)]))
    const until = performance.now() + roundMs
    const reportOn = async () => {
      for (let sent = 0; sent < reportsWithoutPause && performance.now() < until; sent++) await sendReport(to)
    }
    await callDuring('beside', reportOn())
  }

  const at = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  const row = (times: readonly number[]) => {
    const sorted = times.toSorted((a, b) => a - b)
    return { calls: times.length, 'p50, ms': round2(at(sorted, 0.5)), 'p99, ms': round2(at(sorted, 0.99)) }
  }
  const [alone, paced, beside] = [row(taken.alone), row(taken.paced), row(taken.beside)]
  const toAlone = (to: typeof alone) => ({ ...to, 'p99 to alone': round2(to['p99, ms'] / alone['p99, ms']) })
  const reported = row(reports)
  return {
    'payment_shop alone': alone,
    'payment_shop beside twenty full reports a minute': toAlone(paced),
    'payment_shop beside full reports without a pause': toAlone(beside),
    [`a report of ${links.count} links, ${round2(report.length / 1e6)} MB`]: reported,
  }
}

const round2 = (value: number): number => Math.round(value * 100) / 100
