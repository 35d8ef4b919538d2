import { operatorActions } from '#shared/contract/operator.ts'

/** All operator actions with their schemas. Builds replace this module with the resulting JSON (`vite.config.ts`). */
export const data: unknown = operatorActions
