import { randomUUIDv7 } from 'node:crypto'
import { hasRole, operatorRoles, type OperatorRole } from '#shared/contract/operator/roles.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './views.repo.ts'

const maxViews = 50
type Person = { readonly id: string; readonly role: OperatorRole }

/**
 * Lists the saved views that an operator may see. Views by authors of higher roles are hidden from lower roles, because
 * their URLs may reveal data that the lower role cannot read.
 */
export const listViews = (db: Queryable, { id, role }: Person): Promise<repo.ViewRow[]> =>
  repo.listViews(
    db,
    id,
    operatorRoles.filter((each) => hasRole(role, each)),
  )

type NewView = { readonly name: string; readonly address: string; readonly shared: boolean }
/**
 * Saves a view. Returns its id, or the reason why nothing was saved. If the result is 'too many', the caller must roll
 * back.
 */
export async function saveView(
  tx: Transaction,
  { id: operatorId, role }: Person,
  view: NewView,
): Promise<{ id: string } | 'unchanged' | 'too many'> {
  await repo.lockOwner(tx, operatorId)
  const saved = await repo.upsertView(tx, { id: randomUUIDv7(), operatorId, role, ...view })
  if (!saved) return 'unchanged'
  // Counts the views after saving, because saving under an existing name adds no view.
  const { kept } = await repo.countViews(tx, operatorId)
  return kept > maxViews ? 'too many' : saved
}

export const renameView = async (tx: Transaction, id: string, operatorId: string, name: string): Promise<boolean> => {
  await repo.lockOwner(tx, operatorId)
  return (await repo.renameView(tx, { id, operatorId, name })) === 1
}

export const removeView = async (tx: Transaction, id: string, operatorId: string): Promise<string | null> =>
  (await repo.deleteView(tx, id, operatorId))?.name ?? null
