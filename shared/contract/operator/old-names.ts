import { actionNames, operatorActions, type ActionName } from '../operator.ts'
import type { OperatorAction } from './action.ts'

/** Names under which audit rows of earlier releases stand for an action. */
function wasAudited(name: ActionName): readonly string[] {
  const action: OperatorAction = operatorActions[name]
  if (action.kind === 'read') return []
  return action.wasAudited ?? (action.was === undefined ? [] : [action.was.replaceAll(' ', '-')])
}

/** Old name in the audit log → the action's name of today, as the view `audit_entries` maps them. */
export const auditNames: Readonly<Record<string, ActionName>> = Object.fromEntries(
  actionNames.flatMap((name) => wasAudited(name).map((old) => [old, name] as const)),
)
