import { createHash } from 'node:crypto'
import { cleanErrorReport, errorReportDays, type ErrorReport } from '#shared/error-report.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { mapStack } from '#server/platform/map-stacks.ts'
import * as repo from './error-reports.repo.ts'
import type { SeenError } from './error-reports.repo.ts'
import type { ErrorSide } from './error-reports.queries.ts'

export const forgetOldErrors = (db: Queryable): Promise<number> => repo.deleteOldErrors(db, errorReportDays)

/**
 * Maximum number of new errors stored per day, separately for browsers, server and jobs. Further errors of a side are
 * counted together in one entry.
 */
const maxNewErrors = 500

/** Groups errors by message and code location, regardless of the page. Ignores numbers in messages. */
function describe(side: ErrorSide, report: ErrorReport): SeenError {
  const { message, stack, place } = cleanErrorReport(report)
  const top = stack.split('\n').slice(0, 5).join('\n')
  return {
    fingerprint: fingerprintOf(side, message.replaceAll(/\d+/g, '#'), top),
    side,
    message,
    stack,
    place,
    times: 1,
  }
}

const fingerprintOf = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest()

const others = (side: ErrorSide, times: number): SeenError => ({
  fingerprint: fingerprintOf(side, 'others'),
  side,
  message: 'more kinds of errors than are kept',
  stack: '',
  place: '/',
  times,
})

async function saveError(db: Queryable, error: SeenError, mayBeNew: () => Promise<boolean> | boolean): Promise<void> {
  if ((await repo.countKnownError(db, error)) > 0) return
  if ((await mayBeNew()) && (await repo.insertError(db, error, maxNewErrors)) > 0) return
  const rest = others(error.side, error.times)
  if ((await repo.countKnownError(db, rest)) === 0) await repo.insertError(db, rest, 2 ** 31 - 1)
}

/**
 * Stores an error that a browser reported. Cleans the text again, because the report may not come from our script.
 * `mayBeNew`: checks whether the reporter may add another kind of error.
 */
export async function saveBrowserError(
  db: Queryable,
  report: ErrorReport,
  mayBeNew: () => Promise<boolean>,
): Promise<void> {
  await saveError(db, describe('browser', report), mayBeNew)
}

export type ErrorRecorder = {
  /**
   * Records an error of this process. Never throws and never waits for the database. `place`: route pattern or kind of
   * background job.
   */
  record(side: 'server' | 'job', error: unknown, place: string): void
  flush(): Promise<void>
}

/** Maximum number of kinds of errors held at once. More of them have a common cause, and the log contains the rest. */
const maxWaiting = 100

/** Collects errors for a second, so that repeated errors need a single SQL statement. */
export function createErrorRecorder(db: Queryable, log: Log): ErrorRecorder {
  const waiting = new Map<string, SeenError>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const errors = [...waiting.values()]
    waiting.clear()
    try {
      for (const error of errors) await saveError(db, error, () => true)
    } catch (reason) {
      // The errors that could not be stored are in the log already.
      log.warn({ reason: String(reason), lost: errors.length }, 'errors could not be written down')
    }
  }

  return {
    record(side, error, place) {
      const { message, stack = '' } = error instanceof Error ? error : { message: String(error) }
      const seen = describe(side, { kind: 'error', message, stack: mapStack(stack), place })
      const key = seen.fingerprint.toString('hex')
      const known = waiting.get(key)
      if (known) known.times += 1
      else if (waiting.size < maxWaiting) waiting.set(key, seen)
      timer ??= setTimeout(() => void flush(), 1_000).unref()
    },
    flush,
  }
}

export const silentRecorder: ErrorRecorder = { record: () => {}, flush: async () => {} }
