import { ApiError, type ClientErrorStatus } from '#web/client/api-error.ts'

export const statusOf = (error: unknown): ClientErrorStatus | null => (error instanceof ApiError ? error.status : null)
