import type { ActionName } from '#shared/contract/operator.ts'
import { findContestOf } from '#server/workflows/operators/second-person.ts'
import { refuse, type Acting, type Result } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'

/** With these, owners decide about each other. A grant looks for itself at what it would do. */
const amongOwners: readonly ActionName[] = [
  'operators.change',
  'operators.disable',
  'operators.reset-factor',
  'operators.set-address',
  'approvals.grant',
]

/**
 * While one owner wants to take another away, it is not known which of the two can be trusted: neither does what takes a
 * code. Null where nothing is in the way.
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
    `${preparedBy} prepared ${action} about ${against}. Until that is decided, neither of them does what takes a code: see "approvals show" for ${proposal}.`,
  )
}
