import type { Service, ServiceHistory, ServiceState } from '#shared/service-history.ts'
import type { Queryable } from '#server/platform/database.ts'
import * as repo from './service-days.repo.ts'
import { describeHistory, firstDay } from './service-days.rules.ts'

/** Counts the current minute for each service, and deletes days that the site no longer shows. */
export async function saveMeasurements(
  db: Queryable,
  measured: ReadonlyMap<Service, ServiceState>,
  now: Date,
): Promise<void> {
  const rows = [...measured].map(([service, state]) => ({ service, state }))
  if (rows.length > 0) await repo.addMinute(db, rows)
  await repo.deleteDaysBefore(db, firstDay(now))
}

/** Milliseconds for which the history is cached. Every change of it would render all pages of the site again. */
const keptMs = 60_000

/** History of the services as the public site shows it. */
export class PublicHistory {
  #kept: readonly ServiceHistory[] = []
  #readAt = Number.NEGATIVE_INFINITY

  /** Reads the availability by day, cached for `keptMs`. `nowMs`: milliseconds of a monotonic clock. */
  async read(db: Queryable, now: Date, nowMs: number): Promise<readonly ServiceHistory[]> {
    if (nowMs - this.#readAt >= keptMs) {
      this.#kept = describeHistory(await repo.listDays(db, firstDay(now)), now)
      this.#readAt = nowMs
    }
    return this.#kept
  }
}
