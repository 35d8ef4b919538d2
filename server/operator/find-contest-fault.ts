import type { ActionName } from '#shared/contract/operator.ts'
import { findContestOf } from '#server/workflows/operators/second-person.ts'
import { refuse, type Acting, type Result } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sentence } from '#text/sentence.ts'

/**
 * Actions with which owners decide about each other. They stay allowed during such a conflict, because their approval
 * has a check of its own.
 */
const amongOwners: readonly ActionName[] = [
  'operators.change',
  'operators.disable',
  'operators.reset-factor',
  'operators.set-address',
  'approvals.grant',
]

/**
 * Blocks actions that need a second factor for two owners while one proposes to remove the other: either account may be
 * compromised.
 */
export async function findContestFault(
  db: Queryable,
  name: ActionName,
  operator: Acting,
): Promise<Result<never> | null> {
  if (amongOwners.includes(name)) return null
  return contestFault(db, operator)
}

export async function contestFault(db: Queryable, { id }: Acting): Promise<Result<never> | null> {
  const contest = await findContestOf(db, id)
  if (!contest) return null
  const { preparedBy, action, against, id: proposal } = contest
  return refuse(
    'Forbidden',
    sentence('operator.contested', { operator: preparedBy, action: { action }, against, proposal }),
  )
}
