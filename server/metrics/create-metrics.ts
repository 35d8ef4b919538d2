import { Registry } from 'prom-client'
import type { PoolCounts } from '#server/platform/database.ts'
import { within } from '#server/platform/deadline.ts'
import type { Lane } from '#server/platform/job-lanes.ts'
import type { Measure } from '#server/platform/measure.ts'
import { countProcess } from './count-process.ts'
import { countShop } from './count-shop.ts'
import type { ShopState } from './read-shop.ts'

const keptMs = 10_000
const readWithinMs = 2_000

export type MetricsParts = {
  readonly readShop: () => Promise<ShopState>
  readonly pool: () => PoolCounts
  readonly stuckLanes: (() => readonly Lane[]) | null
  readonly readWithinMs?: number
}
export type Metrics = {
  readonly measure: Measure
  readonly contentType: string
  show(): Promise<string>
}

export function createMetrics(parts: MetricsParts): Metrics {
  const registry = new Registry()
  const measure = countProcess(registry, parts)
  const setShop = countShop(registry)
  let readAt = -Infinity
  let reading: Promise<ShopState> | undefined

  async function renew(): Promise<void> {
    if (performance.now() - readAt < keptMs) return
    // If the last metrics query still hangs, wait for it instead of starting another.
    reading ??= parts.readShop().finally(() => (reading = undefined))
    const state = await within(parts.readWithinMs ?? readWithinMs, reading).catch(() => null)
    readAt = performance.now()
    setShop(state)
  }

  return {
    measure,
    contentType: registry.contentType,
    async show() {
      await renew()
      return registry.metrics()
    },
  }
}
