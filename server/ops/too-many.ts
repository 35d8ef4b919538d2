import { AppError } from '#shared/errors.ts'
import { OpsError } from './ops-error.ts'

/** Turns too many failed attempts into a readable error without stack. */
export async function orTooMany<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 'TooManyRequests') throw error
    const minutes = Math.ceil((error.retryAfterSeconds ?? 60) / 60)
    throw new OpsError(
      `Too many wrong tries. The next one counts in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      {
        cause: error,
      },
    )
  }
}
