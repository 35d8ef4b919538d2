import type { PanelDeps } from '#server/deps/panel-deps.ts'
import { countUsage } from '#server/modules/tunnels/panels/count-usage.service.ts'
import { PanelRests } from '#server/modules/tunnels/panels/guard-panel.ts'
import { PanelAway, PanelRefused } from '#server/modules/tunnels/panels/port.ts'
import { findProvider, listCounting } from '#server/modules/tunnels/panels/providers.queries.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'

export async function startCounting({ database }: PanelDeps): Promise<void> {
  for (const { id } of await listCounting(database))
    await enqueueJob(database, 'count-at-panel', { provider: id }, { lane: 'tunnels', uniqueKey: id })
}

/**
 * Reads the traffic counters of a VPN panel. If the panel is unavailable, the next run reads counters that include the
 * traffic since.
 */
export async function countAtPanel({ database, panels, log }: PanelDeps, job: Job): Promise<void> {
  const row = await findProvider(database, String(job.payload.provider))
  if (!row) return
  const { guard, provider } = panels.open(row)
  try {
    await guard.ask(() => countUsage(database, row.id, provider, job.signal))
  } catch (error) {
    if (error instanceof PanelRests) return
    if (!(error instanceof PanelAway || error instanceof PanelRefused)) throw error
    log.warn({ provider: row.id, reason: error.message }, 'a panel did not say what went through it')
  }
}
