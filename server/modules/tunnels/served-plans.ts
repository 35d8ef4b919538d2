import type { Queryable } from '#server/platform/database.ts'
import { findServedByPanels } from './panels/providers.queries.ts'
import type { TunnelState } from './tunnel-state.ts'

export type ServedPlans = { readonly trial: boolean; readonly paid: boolean }

/** For which plans there is anything behind a link: where nothing serves a plan, a link of it would lead nowhere. */
export async function readServedPlans(db: Queryable, state: Pick<TunnelState, 'directory'>): Promise<ServedPlans> {
  const { nodes } = await state.directory()
  const panels = await findServedByPanels(db)
  const serves = (plan: keyof ServedPlans) =>
    panels[plan] || nodes.some((node) => node.serves === 'both' || node.serves === plan)
  return { trial: serves('trial'), paid: serves('paid') }
}
