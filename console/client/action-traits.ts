import type { ActionName } from '#shared/contract/operator.ts'
import { mayAct, type OperatorRole } from '#shared/contract/operator/roles.ts'
import type { ActName } from './wire.ts'
import { data } from './action-traits-data.ts'

type Traits = {
  readonly kind: 'read' | 'act'
  readonly role: OperatorRole
  readonly except?: OperatorRole
  readonly onlyByCommand?: true
  /** The action by which it is asked for. */
  readonly askedBy?: ActionName
}

export const actionTraits = data as Readonly<Record<ActionName, Traits>>
export const actionNames = Object.keys(actionTraits) as ActionName[]

export const isActionName = (name: string): name is ActionName => Object.hasOwn(actionTraits, name)

/** What it needs never leaves the machine that it is on. */
export const isOnlyByCommand = (name: ActionName): boolean => actionTraits[name].onlyByCommand === true

export const mayDo = (role: OperatorRole, name: ActionName): boolean =>
  mayAct(role, actionTraits[name]) && !isOnlyByCommand(name)

/** What a role does about this: the act itself, else that which asks for it; undefined: nothing. */
export function doneBy<N extends ActName>(role: OperatorRole, name: N): N | undefined {
  if (mayDo(role, name)) return name
  const { askedBy } = actionTraits[name]
  // What asks for an act has the fields and effects of that act.
  return askedBy !== undefined && mayDo(role, askedBy) ? (askedBy as N) : undefined
}
