import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { Need, OperatorAction } from '#shared/contract/operator/action.ts'
import { guardOf, type Guard } from '#shared/contract/operator/reach.ts'
import { countOthersOfDay, lockPersonActsOf } from '#server/modules/audit/reach.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import type { Acting, Done } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

const guards = new Map<string, Guard>(
  Object.entries(operatorActions).map(([name, action]: [string, OperatorAction]) => [name, guardOf(action)]),
)
export const guardFor = (name: ActionName): Guard => guards.get(name) ?? { kind: 'two' }

const variesOf = (name: ActionName): boolean => (operatorActions[name] as OperatorAction).reach.varies === true
function countedWith(limit: string): { actions: ActionName[]; varying: ActionName[] } {
  const actions = [...guards].flatMap(([name, guard]) =>
    guard.kind === 'daily' && guard.limit === limit ? [name as ActionName] : [],
  )
  return { actions, varying: actions.filter(variesOf) }
}

/**
 * Adds what follows from the reach of an action, such as affecting all customers: the need for a second operator or a
 * second factor, and a mark in the audit row that counts towards the operator's daily limit. Locks that count, so that
 * parallel actions of an operator cannot exceed the limit.
 */
export async function applyReach(
  tx: Transaction,
  name: ActionName,
  operator: Acting,
  run: Done<unknown>,
): Promise<Done<unknown>> {
  const isMarked = variesOf(name) && guardFor(name).kind === 'daily' && run.reaches !== false
  const acted = isMarked ? { ...run, details: { ...(run.details as object), reaches: true } } : run
  const takesTwo = acted.takesTwo ?? (await findReach(tx, name, operator, acted))
  return takesTwo === null || guardFor(name).kind === 'none'
    ? acted
    : { ...acted, takesTwo, needs: withCode(operatorActions[name], acted.needs) }
}

async function findReach(
  tx: Transaction,
  name: ActionName,
  operator: Acting,
  { subject, reaches }: Done<unknown>,
): Promise<Sentence | null> {
  const guard = guardFor(name)
  const { reach }: OperatorAction = operatorActions[name]
  if (guard.kind === 'none' || (reach.varies === true && reaches === false)) return null
  if (guard.kind === 'two') return twoText[reach.trust]
  await lockPersonActsOf(tx, operator.id)
  const others = await countOthersOfDay(tx, { operatorId: operator.id, ...countedWith(guard.limit), subject })
  const max = (await readSettings(tx)).operatorLimits[guard.limit]
  return others.count < max ? null : dailyText[guard.limit](max)
}

const dailyText = {
  personActs: (max: number) => sentence('reach.personActs', { most: max }),
  giftPeople: (max: number) => sentence('reach.giftPeople', { most: max }),
}

const shared = sentence('reach.everyone')
const twoText = {
  none: shared,
  app: sentence('reach.app'),
  hosts: sentence('reach.hosts'),
  links: sentence('reach.links'),
  tunnels: sentence('reach.tunnels'),
  payees: sentence('reach.payees'),
  addresses: shared,
  'sign-ins': shared,
  access: shared,
  data: shared,
  words: shared,
  operators: shared,
}

export const withCode = ({ role, except }: Need, needs: Need | null | undefined): Need => ({
  role,
  ...(except && { except }),
  ...needs,
  stepUp: 'money',
})
