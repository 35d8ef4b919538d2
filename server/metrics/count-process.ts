import { collectDefaultMetrics, Counter, Gauge, Histogram, type GaugeConfiguration, type Registry } from 'prom-client'
import type { PoolCounts } from '#server/platform/database.ts'
import { lanes, type Lane } from '#server/platform/job-lanes.ts'
import type { Measure } from '#server/platform/measure.ts'

/**
 * Histogram buckets in seconds. They include the targets for p99 and settlement, because alerts count calls beyond
 * them.
 */
const callBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]
const jobBuckets = [0.05, 0.25, 1, 5, 15, 30, 60, 300, 1_800]

/** Known HTTP methods. Callers could invent others and create endless labels. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

export function countProcess(
  registry: Registry,
  { pool, stuckLanes }: { pool: () => PoolCounts; stuckLanes: (() => readonly Lane[]) | null },
): Measure {
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const calls = new Counter({
    registers,
    name: 'wayfare_http_requests_total',
    help: 'Requests that were answered, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
  })
  const callSeconds = new Histogram({
    registers,
    name: 'wayfare_http_request_seconds',
    help: 'How long answers took, streams apart.',
    labelNames: ['route'],
    buckets: callBuckets,
  })
  const asked = new Counter({
    registers,
    name: 'wayfare_provider_calls_total',
    help: 'Calls to payment providers. A refusal is an answer; left_alone was not asked, because of its silence.',
    labelNames: ['provider', 'operation', 'outcome'],
  })
  const askedSeconds = new Histogram({
    registers,
    name: 'wayfare_provider_call_seconds',
    help: 'How long payment providers took.',
    labelNames: ['provider'],
    buckets: callBuckets,
  })
  const jobs = new Counter({
    registers,
    name: 'wayfare_jobs_ended_total',
    help: 'Runs of jobs by what became of them.',
    labelNames: ['lane', 'kind', 'outcome'],
  })
  const jobSeconds = new Histogram({
    registers,
    name: 'wayfare_job_seconds',
    help: 'How long one run of a job took.',
    labelNames: ['lane'],
    buckets: jobBuckets,
  })
  const jobDelay = new Histogram({
    registers,
    name: 'wayfare_job_done_after_seconds',
    help: 'From when a job was due to when it was done, tries that failed included.',
    labelNames: ['lane'],
    buckets: jobBuckets,
  })
  const watch = <T extends string>(gauge: GaugeConfiguration<T>) =>
    registry.registerMetric(new Gauge({ ...gauge, registers: [] }))
  watch({
    name: 'wayfare_database_connections',
    help: 'Connections of this process: busy, idle; waiting counts who waits for one.',
    labelNames: ['state'],
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count)
    },
  })
  if (stuckLanes) {
    watch({
      name: 'wayfare_lane_stuck',
      help: 'Whether a lane of this process has not turned for five minutes beyond what a job of it may take.',
      labelNames: ['lane'],
      collect() {
        const now = new Set<string>(stuckLanes())
        for (const lane of lanes) this.set({ lane }, now.has(lane) ? 1 : 0)
      },
    })
  }
  return {
    answered({ method, route, status, seconds }) {
      const pattern = route ?? 'none'
      calls.inc({
        method: methods.has(method) ? method : 'other',
        route: pattern,
        status: `${Math.floor(status / 100)}xx`,
      })
      callSeconds.observe({ route: pattern }, seconds)
    },
    asked({ provider, operation, outcome, seconds }) {
      asked.inc({ provider, operation, outcome })
      if (outcome !== 'left_alone') askedSeconds.observe({ provider }, seconds)
    },
    jobEnded({ lane, kind, outcome, seconds, sinceDueSeconds }) {
      jobs.inc({ lane, kind, outcome })
      jobSeconds.observe({ lane }, seconds)
      if (outcome === 'done') jobDelay.observe({ lane }, sinceDueSeconds)
    },
  }
}
