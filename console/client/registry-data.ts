import { operatorActions } from '#shared/contract/operator.ts'

/** All actions with their schemas. Builds replace this module with its JSON (`vite.config.ts`). */
export const data: unknown = operatorActions
