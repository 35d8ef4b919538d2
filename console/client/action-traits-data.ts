import { operatorActions } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'

/** What rail and palette must know of actions. A bundle holds the JSON of it in place of this module (`vite.config.ts`). */
export const data: unknown = Object.fromEntries(
  Object.entries<OperatorAction>(operatorActions).map(([name, { kind, role, except, onlyByCommand }]) => [
    name,
    { kind, role, ...(except && { except }), ...(onlyByCommand && { onlyByCommand }) },
  ]),
)
