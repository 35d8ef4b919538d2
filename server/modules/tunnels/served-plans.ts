import type { Queryable } from '#server/platform/database.ts'
import { findServedByPanels } from './panels/providers.queries.ts'
import type { Directory } from './node-directory.ts'

export type ServedPlans = { readonly trial: boolean; readonly paid: boolean }

/** Plans with at least one node or panel: a link of another plan would lead nowhere. */
export async function readServedPlans(db: Queryable, { nodes }: Pick<Directory, 'nodes'>): Promise<ServedPlans> {
  const panels = await findServedByPanels(db)
  const serves = (plan: keyof ServedPlans) =>
    panels[plan] || nodes.some((node) => node.serves === 'both' || node.serves === plan)
  return { trial: serves('trial'), paid: serves('paid') }
}
