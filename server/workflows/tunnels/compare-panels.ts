import type { PanelDeps } from '#server/deps/panel-deps.ts'
import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import { takesAway } from '#server/modules/tunnels/panels/comparison.rules.ts'
import {
  compareProvider,
  keepComparison,
  releaseHeld,
  type Compared,
} from '#server/modules/tunnels/panels/compare.service.ts'
import { createProvider, openSettings } from '#server/modules/tunnels/panels/create-panels.ts'
import { PanelRests } from '#server/modules/tunnels/panels/guard-panel.ts'
import { PanelAway, PanelRefused } from '#server/modules/tunnels/panels/port.ts'
import {
  findProvider,
  listTroubled,
  listUncompared,
  lockProvider,
  type ProviderRow,
} from '#server/modules/tunnels/panels/providers.queries.ts'
import { done, refuse, type Act, type LookAct } from '#server/platform/act.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { sentence } from '#text/sentence.ts'

export async function checkPanels({ database, log }: PanelDeps): Promise<void> {
  for (const trouble of await listTroubled(database)) log.error(trouble, 'a panel needs a person')
  for (const { id } of await listUncompared(database))
    await enqueueJob(database, 'compare-with-panel', { provider: id }, { lane: 'tunnels', uniqueKey: id })
}

/**
 * Compares the members at a VPN panel with ours. A panel that does not answer completely is skipped until the next run,
 * because an incomplete list would look like missing members.
 */
export async function compareWithPanel(deps: PanelDeps, job: Job): Promise<void> {
  const { database, digest, log, panels } = deps
  const row = await findProvider(database, String(job.payload.provider))
  if (!row) return
  const { guard, provider } = panels.open(row)
  let compared: Compared | null
  try {
    compared = await guard.ask(() => compareProvider({ database, digest, row }, provider, job.signal))
  } catch (error) {
    if (error instanceof PanelRests) return
    if (!isPanelFault(error)) throw error
    log.warn({ provider: row.id, reason: error.message }, 'a panel could not be compared')
    return
  }
  if (!compared) return
  const found = compared
  await database.transaction((tx) => keepComparison(tx, row, found))
}

const isPanelFault = (error: unknown): error is PanelAway | PanelRefused =>
  error instanceof PanelAway || error instanceof PanelRefused

type Looked = { readonly row: ProviderRow; readonly compared: Compared | null } | { readonly fault: string } | null
const shownDrifts = 50

export const comparePanel: LookAct<'tunnels.compare', Looked> = {
  async look(database, { provider: id }, _operator, { config }) {
    const row = await findProvider(database, id)
    if (!row) return null
    const provider = createProvider(openSettings(createKeyring(config.secretKey), id, row.settings))
    const digest = createKeyedDigest(config.secretKey)
    try {
      return { row, compared: await compareProvider({ database, digest, row }, provider) }
    } catch (error) {
      if (isPanelFault(error)) return { fault: error.message }
      throw error
    }
  },
  async act(tx, { provider }, _operator, _deps, looked) {
    if (!looked) return refuse('NotFound', sentence('panel.unknown', { panel: provider }))
    if ('fault' in looked)
      return refuse('NotPossible', sentence('panel.notCompared', { panel: provider, fault: looked.fault }))
    const { row, compared } = looked
    if (!compared) return refuse('NotPossible', sentence('panel.cannotBeAsked', { panel: provider }))
    if (!(await keepComparison(tx, row, compared)))
      return refuse('NotPossible', sentence('panel.changedMeanwhile', { panel: provider }))
    const { comparison, found, held: waits } = compared
    const first = found.slice(0, shownDrifts)
    const uids = new Map(
      (
        await listUids(
          tx,
          first.map(({ userId }) => userId),
        )
      ).map(({ id, uid }) => [id, uid]),
    )
    const drifts = first.map(({ userId, drift }) => ({
      uid: uids.get(userId) ?? 0,
      drift: sentence(`drift.${drift}`),
      next: sentence(waits && takesAway(drift) ? 'panel.waitsForClose' : 'panel.checkedAgain'),
    }))
    return done({ provider, ...comparison, waits, drifts }, `tunnel provider ${provider}`, { ...comparison, waits })
  },
}

export const allowClosing: Act<'tunnels.let-close'> = async (tx, { provider, reason }) => {
  const row = await lockProvider(tx, provider)
  if (!row) return refuse('NotFound', sentence('panel.unknown', { panel: provider }))
  const people = await releaseHeld(tx, provider)
  if (people === 0) return refuse('NotPossible', sentence('panel.nobodyHeld', { panel: provider }))
  return done({ provider, people }, `tunnel provider ${provider}`, { reason, people })
}
