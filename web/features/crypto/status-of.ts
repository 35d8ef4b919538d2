import { ApiError, type ClientErrorStatus } from '#web/lib/api-error.ts'

export const statusOf = (error: unknown): ClientErrorStatus | null => (error instanceof ApiError ? error.status : null)
