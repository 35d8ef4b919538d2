import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { askingOf } from '#shared/contract/operator/asking.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'

const asked = (name: ActionName) => {
  const by = askingOf(name)
  return by && { askedBy: by }
}

/** What rail and palette must know of actions. A bundle holds the JSON of it in place of this module (`vite.config.ts`). */
export const data: unknown = Object.fromEntries(
  Object.entries<OperatorAction>(operatorActions).map(([name, { kind, role, except, onlyByCommand }]) => [
    name,
    { kind, role, ...(except && { except }), ...(onlyByCommand && { onlyByCommand }), ...asked(name as ActionName) },
  ]),
)
