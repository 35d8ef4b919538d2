import { ApiError } from '#web/client/api-error.ts'

/** Id under which the server logged the failed call; null if it did not answer. */
export const requestIdOf = (error: unknown): string | null => (error instanceof ApiError ? error.requestId : null)
