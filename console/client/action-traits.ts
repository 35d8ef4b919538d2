import type { ActionName } from '#shared/contract/operator.ts'
import { mayAct, type OperatorRole } from '#shared/contract/operator/roles.ts'
import type { ActName } from './wire.ts'
import { data } from './action-traits-data.ts'

type Traits = {
  readonly kind: 'read' | 'act'
  readonly role: OperatorRole
  readonly except?: OperatorRole
  readonly onlyByCommand?: true
  readonly askedBy?: ActionName
}

export const actionTraits = data as Readonly<Record<ActionName, Traits>>
export const actionNames = Object.keys(actionTraits) as ActionName[]

export const isActionName = (name: string): name is ActionName => Object.hasOwn(actionTraits, name)

/** True for actions that only the command line offers, because their secrets must not leave the machine. */
export const isOnlyByCommand = (name: ActionName): boolean => actionTraits[name].onlyByCommand === true

export const mayDo = (role: OperatorRole, name: ActionName): boolean =>
  mayAct(role, actionTraits[name]) && !isOnlyByCommand(name)

/**
 * Action that a role can use: `name` itself, or the action that only proposes it; undefined if neither is permitted.
 */
export function allowedActionFor<N extends ActName>(role: OperatorRole, name: N): N | undefined {
  if (mayDo(role, name)) return name
  const { askedBy } = actionTraits[name]
  // An action that only proposes another has the same fields and effects.
  return askedBy !== undefined && mayDo(role, askedBy) ? (askedBy as N) : undefined
}
