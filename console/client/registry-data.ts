import { operatorActions } from '#shared/contract/operator.ts'

/** Every action with its schemas. A bundle holds the JSON of it in place of this module (`vite.config.ts`). */
export const data: unknown = operatorActions
