import { createHash } from 'node:crypto'
import { cleanErrorReport, errorReportDays, type ErrorReport } from '#shared/error-report.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { mapStack } from '#server/platform/map-stacks.ts'
import * as repo from './error-reports.repo.ts'
import type { SeenError } from './error-reports.repo.ts'
import type { ErrorSide } from './error-reports.queries.ts'

export const forgetOldErrors = (db: Queryable): Promise<number> => repo.deleteOldErrors(db, errorReportDays)

/** New errors of one day that are kept, of browsers and of our own side each. What comes beyond them is counted as one. */
const maxNewErrors = 500

/**
 * The same error is one row: by its message and the place in the code, not by where it was met. Numbers in a message do not
 * make it another one.
 */
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

/** Stands for the errors of a side that are not kept by themselves. */
const others = (side: ErrorSide, times: number): SeenError => ({
  fingerprint: fingerprintOf(side, 'others'),
  side,
  message: 'more kinds of errors than are kept',
  stack: '',
  place: '/',
  times,
})

/** Counts an error, or keeps it if it is new and there is room; else it is one of the others. */
async function saveError(db: Queryable, error: SeenError, mayBeNew: () => Promise<boolean> | boolean): Promise<void> {
  if ((await repo.countKnownError(db, error)) > 0) return
  if ((await mayBeNew()) && (await repo.insertError(db, error, maxNewErrors)) > 0) return
  const rest = others(error.side, error.times)
  if ((await repo.countKnownError(db, rest)) === 0) await repo.insertError(db, rest, 2 ** 31 - 1)
}

/**
 * Keeps what a browser told; cleaned here too, because a report need not come from our script. `mayBeNew`: whether who tells of it may
 * tell of one more kind.
 */
export async function saveBrowserError(
  db: Queryable,
  report: ErrorReport,
  mayBeNew: () => Promise<boolean>,
): Promise<void> {
  await saveError(db, describe('browser', report), mayBeNew)
}

export type ErrorRecorder = {
  /** Counts an error of ours; never throws, and never waits for the database. `place`: a route's pattern or a job's kind. */
  record(side: 'server' | 'job', error: unknown, place: string): void
  /** Writes down what was counted so far. */
  flush(): Promise<void>
}

/** More kinds of errors than this at once are one disaster: the log has the rest. */
const maxWaiting = 100

/** Errors of this process, gathered for a second: a thousand of the same are one statement. */
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
      // Each of them is in the log already.
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

/** Where nothing is to be written down: DEV and TEST. */
export const silentRecorder: ErrorRecorder = { record: () => {}, flush: async () => {} }
