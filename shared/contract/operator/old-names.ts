import { actionNames, operatorActions, type ActionName } from '../operator.ts'
import type { OperatorAction } from './action.ts'

function wasAudited(name: ActionName): readonly string[] {
  const action: OperatorAction = operatorActions[name]
  if (action.kind === 'read') return []
  return action.wasAudited ?? (action.was === undefined ? [] : [action.was.replaceAll(' ', '-')])
}

/** Old audit log name → current action name, as the view `audit_entries` maps them. */
export const auditNames: Readonly<Record<string, ActionName>> = Object.fromEntries(
  actionNames.flatMap((name) => wasAudited(name).map((old) => [old, name] as const)),
)
