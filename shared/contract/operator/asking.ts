import { actionNames, operatorActions, type ActionName } from '../operator.ts'
import type { OperatorAction } from './action.ts'

const asksFor = (name: ActionName): string | undefined => {
  const action: OperatorAction = operatorActions[name]
  return action.kind === 'act' ? action.asksFor : undefined
}

export const requestActionOf = (name: ActionName): ActionName | undefined =>
  actionNames.find((each) => asksFor(each) === name)

export const requestedActionOf = (name: ActionName): ActionName | undefined =>
  actionNames.find((each) => each === asksFor(name))
