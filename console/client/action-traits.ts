import type { ActionName } from '#shared/contract/operator.ts'
import { mayAct, type OperatorRole } from '#shared/contract/operator/roles.ts'
import { data } from './action-traits-data.ts'

type Traits = {
  readonly kind: 'read' | 'act'
  readonly role: OperatorRole
  readonly except?: OperatorRole
  readonly onlyByCommand?: true
}

export const actionTraits = data as Readonly<Record<ActionName, Traits>>
export const actionNames = Object.keys(actionTraits) as ActionName[]

export const isActionName = (name: string): name is ActionName => Object.hasOwn(actionTraits, name)

/** What it needs never leaves the machine that it is on. */
export const isOnlyByCommand = (name: ActionName): boolean => actionTraits[name].onlyByCommand === true

export const mayDo = (role: OperatorRole, name: ActionName): boolean =>
  mayAct(role, actionTraits[name]) && !isOnlyByCommand(name)
