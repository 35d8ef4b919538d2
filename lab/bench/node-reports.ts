import { setTimeout as sleep } from 'node:timers/promises'
import { callHeaders, readSigningKey, send, sign } from './customer.ts'

const rounds = 10
const roundMs = 3_000
/**
 * Maximum number of reports that a round sends to its node, because more than twenty full reports a minute are refused.
 */
const reportsWithoutPause = 15
/** Duration in minutes of the measurement with a report per minute, as real nodes send it. */
const minutes = 2
const minuteMs = 60_000
/** Number of parallel callers. It is small, so that calls wait for the report and hardly for each other. */
const askers = 2

/**
 * Measures the latency of a customer's signed call (`payment_shop`) alone, beside a node that reports traffic of all
 * its links without a pause, and beside one that reports once a minute. Quiet and busy rounds alternate, so that other
 * load on the machine affects both alike. `reportUrls`: at least ten nodes, one per round, because of the report limit.
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
  // Builds the report only once, because serialising it during a round would delay the calls of this process.
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

  const taken: Record<'alone' | 'beside' | 'quiet' | 'paced', number[]> = {
    alone: [],
    beside: [],
    quiet: [],
    paced: [],
  }
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
  // Warms up compiled code, query plans and connections before the measurement.
  await callDuring('alone', sleep(roundMs))
  taken.alone.length = 0
  for (let round = 0; round < rounds; round++) {
    await callDuring('alone', sleep(roundMs))
    const to = reportUrls[round % reportUrls.length] ?? ''
    const until = performance.now() + roundMs
    const reportOn = async () => {
      for (let sent = 0; sent < reportsWithoutPause && performance.now() < until; sent++) await sendReport(to)
    }
    await callDuring('beside', reportOn())
  }

  for (let minute = 0; minute < minutes; minute++) {
    await callDuring('quiet', sleep(minuteMs))
    await callDuring('paced', Promise.all([sendReport(reportUrls[minute] ?? ''), sleep(minuteMs)]))
  }

  const at = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  const row = (times: readonly number[]) => {
    const sorted = times.toSorted((a, b) => a - b)
    return { calls: times.length, 'p50, ms': round2(at(sorted, 0.5)), 'p99, ms': round2(at(sorted, 0.99)) }
  }
  const to = (busy: readonly number[], quiet: readonly number[]) => {
    const times = row(busy)
    return { ...times, 'p99 to alone': round2(times['p99, ms'] / row(quiet)['p99, ms']) }
  }
  const reported = row(reports)
  return {
    'payment_shop alone': row(taken.alone),
    'payment_shop beside full reports without a pause': to(taken.beside, taken.alone),
    'payment_shop alone, in minutes': row(taken.quiet),
    'payment_shop beside one full report a minute': to(taken.paced, taken.quiet),
    [`a report of ${links.count} links, ${round2(report.length / 1e6)} MB`]: reported,
  }
}

const round2 = (value: number): number => Math.round(value * 100) / 100
