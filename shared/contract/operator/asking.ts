import { actionNames, operatorActions, type ActionName } from '../operator.ts'
import type { OperatorAction } from './action.ts'

const asksFor = (name: ActionName): string | undefined => {
  const action: OperatorAction = operatorActions[name]
  return action.kind === 'act' ? action.asksFor : undefined
}

/** The action by which those ask for this one who may not do it. */
export const askingOf = (name: ActionName): ActionName | undefined => actionNames.find((each) => asksFor(each) === name)

/** The action that is asked for by this one. */
export const askedBy = (name: ActionName): ActionName | undefined => actionNames.find((each) => each === asksFor(name))
