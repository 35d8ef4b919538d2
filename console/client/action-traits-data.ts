import { operatorActions } from '#shared/contract/operator.ts'

/** What rail and palette must know of actions. A bundle holds the JSON of it in place of this module (`vite.config.ts`). */
export const data: unknown = Object.fromEntries(
  Object.entries(operatorActions).map(([name, { kind, role }]) => [name, { kind, role }]),
)
