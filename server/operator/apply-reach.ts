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

const countedWith = (limit: string): string[] =>
  [...guards].flatMap(([name, guard]) => (guard.kind === 'daily' && guard.limit === limit ? [name] : []))

/**
 * Adds the consequences of the action's reach: the reason for a second operator, and the need for a code. Locks the
 * daily count until the transaction ends, so parallel actions of this operator cannot exceed it.
 */
export async function applyReach(
  tx: Transaction,
  name: ActionName,
  operator: Acting,
  acted: Done<unknown>,
): Promise<Done<unknown>> {
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
  if (guard.kind === 'none') return null
  if (guard.kind === 'two') return reach.varies === true && reaches === false ? null : twoText[reach.trust]
  await lockPersonActsOf(tx, operator.id)
  const others = await countOthersOfDay(tx, { operatorId: operator.id, actions: countedWith(guard.limit), subject })
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

/** Permission with a code added, for actions that two operators decide. */
export const withCode = ({ role, except }: Need, needs: Need | null | undefined): Need => ({
  role,
  ...(except && { except }),
  ...needs,
  stepUp: 'money',
})
