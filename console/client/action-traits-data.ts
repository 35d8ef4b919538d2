import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { requestActionOf } from '#shared/contract/operator/asking.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'

const asked = (name: ActionName) => {
  const by = requestActionOf(name)
  return by && { askedBy: by }
}

/**
 * Facts about operator actions for navigation and search. Builds replace this module with the resulting JSON
 * (`vite.config.ts`).
 */
export const data: unknown = Object.fromEntries(
  Object.entries<OperatorAction>(operatorActions).map(([name, { kind, role, except, onlyByCommand }]) => [
    name,
    { kind, role, ...(except && { except }), ...(onlyByCommand && { onlyByCommand }), ...asked(name as ActionName) },
  ]),
)
