import type { PanelDeps } from '#server/deps/panel-deps.ts'
import { deliverBatch, isDeliveryDue } from '#server/modules/tunnels/panels/deliver.service.ts'
import { fillProvider } from '#server/modules/tunnels/panels/add-present-members.service.ts'
import { findProvider, listBusy } from '#server/modules/tunnels/panels/providers.queries.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'

const workMs = 30_000

const enqueue = (db: Parameters<typeof enqueueJob>[0], provider: string) =>
  enqueueJob(db, 'deliver-to-panel', { provider }, { lane: 'tunnels', uniqueKey: provider })

export async function startDeliveries({ database }: PanelDeps): Promise<void> {
  for (const { id } of await listBusy(database)) await enqueue(database, id)
}

/**
 * Delivers due changes to a VPN panel for up to half a minute, and queues itself again if more are left. The changes
 * are rows, so a lost job loses nothing.
 */
export async function deliverToPanel(deps: PanelDeps, job: Job, { workFor = workMs } = {}): Promise<void> {
  const { database, digest, panels } = deps
  const provider = String(job.payload.provider)
  const until = performance.now() + workFor
  let isIdle = false
  while (!isIdle && !job.signal.aborted && performance.now() < until) {
    const row = await findProvider(database, provider)
    if (!row) return
    const panel = panels.open(row)
    if (panel.guard.isResting()) return
    const filled = row.isFilled ? 'done' : await fillProvider(database, provider)
    isIdle = (await deliverBatch({ database, digest, row, panel }, job.signal)) === 0 && filled !== 'more'
  }
  if (isIdle || !(await isDeliveryDue(database, provider))) return
  await database.transaction(async (tx) => {
    await job.completeIn(tx)
    await enqueue(tx, provider)
  })
}
