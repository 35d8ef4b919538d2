import { randomUUIDv7 } from 'node:crypto'
import { hasRole, operatorRoles, type OperatorRole } from '#shared/contract/operator/roles.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './views.repo.ts'

const maxViews = 50
type Person = { readonly id: string; readonly role: OperatorRole }

/** What a role may not read must not stand in an address that it is shown, so a lower role does not find it. */
export const listViews = (db: Queryable, { id, role }: Person): Promise<repo.ViewRow[]> =>
  repo.listViews(
    db,
    id,
    operatorRoles.filter((each) => hasRole(role, each)),
  )

type NewView = { readonly name: string; readonly address: string; readonly shared: boolean }
/** Null where the operator keeps too many by then: nothing of it may be committed. */
export async function saveView(
  tx: Transaction,
  { id: operatorId, role }: Person,
  view: NewView,
): Promise<string | null> {
  await repo.lockOwner(tx, operatorId)
  const { id } = await repo.upsertView(tx, { id: randomUUIDv7(), operatorId, role, ...view })
  // A name that is used already makes no further view.
  const { kept } = await repo.countViews(tx, operatorId)
  return kept > maxViews ? null : id
}

/** False for what is not one's own, or where the name is taken. */
export const renameView = async (tx: Transaction, id: string, operatorId: string, name: string): Promise<boolean> => {
  await repo.lockOwner(tx, operatorId)
  return (await repo.renameView(tx, { id, operatorId, name })) === 1
}

/** The name that it had; null for what is not one's own. */
export const removeView = async (tx: Transaction, id: string, operatorId: string): Promise<string | null> =>
  (await repo.deleteView(tx, id, operatorId))?.name ?? null
