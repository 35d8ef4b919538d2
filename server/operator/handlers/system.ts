import type { errorActions, jobActions, marketingActions, smsActions } from '#shared/contract/operator/system.ts'
import { errorReportDays } from '#shared/error-report.ts'
import { findError, listErrors, type ErrorPosition } from '#server/modules/error-reports/error-reports.queries.ts'
import { listSilent } from '#server/modules/payments/provider-health.queries.ts'
import { listSpent } from '#server/modules/sms-budget/sms-budget.service.ts'
import { refuse } from '#server/platform/act.ts'
import { listJobs, readLanes } from '#server/platform/jobs.queries.ts'
import { exportConversions } from '#server/workflows/affiliates/export-conversions.ts'
import { runJobs, dropDeadJob } from '#server/workflows/jobs/run-job.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page, momentText } from '../page.ts'
import { sentence } from '#text/sentence.ts'
import type { keyActions } from '#shared/contract/operator/keys.ts'
import { listSecretKeys, resealRows, retireSecretKey } from '#server/workflows/keys/reseal.ts'

const pageSize = 50

export const jobHandlers: HandlersOf<typeof jobActions> = {
  'jobs.list': async (database, { status = 'pending', after = null }) =>
    page(
      await listJobs(database, status, pageSize, after),
      pageSize,
      ({ id }) => id,
      ({ id, kind, lane, attempts, runAt, lastError }) => ({ id, kind, lane, attempts, due: runAt, error: lastError }),
    ),
  async 'jobs.lanes'(database) {
    const silent = new Map<string, Date | null>(
      (await listSilent(database)).map(({ provider, since }) => [provider, since]),
    )
    const lanes = (await readLanes(database)).map(({ oldestDueSeconds, lane, ...counts }) => {
      const since = silent.get(lane)
      return {
        lane,
        ...counts,
        oldest: oldestDueSeconds === null ? '' : sentence('length.seconds', { seconds: oldestDueSeconds }),
        provider: since ? sentence('lane.silentSince', { since: momentText(since) }) : '',
      }
    })
    return found({ lanes })
  },
  'jobs.run': runJobs,
  'jobs.drop': dropDeadJob,
}

const errorsOnPage = 200
function positionOf(text: string): ErrorPosition {
  const [rank, micros, id = ''] = text.split('.')
  return { rank: Number(rank), micros: Number(micros), id }
}

export const errorHandlers: HandlersOf<typeof errorActions> = {
  'errors.list': async (database, { days = errorReportDays, side = null, after }) =>
    page(
      await listErrors(database, { days, side }, after === undefined ? null : positionOf(after), errorsOnPage),
      errorsOnPage,
      ({ position }) => position,
      ({ id, side: of, seen, place, message, lastSeenAt }) => ({
        id,
        side: of,
        seen,
        place,
        message: message.slice(0, 80),
        last: lastSeenAt,
      }),
    ),
  async 'errors.show'(database, { id }) {
    const error = await findError(database, id)
    if (!error) return refuse('NotFound', sentence('error.unknown', { id }))
    const { side, place, seen, firstSeenAt: first, lastSeenAt: last, message, stack } = error
    return found({ side, place, seen, first, last, message, stack })
  },
}

export const smsHandlers: HandlersOf<typeof smsActions> = {
  async 'sms.spent'(database, _input, _operator, { config }) {
    const { total, other, countries } = config.smsBudget
    const days = (await listSpent(database, config.smsBudget, 14)).map(({ day, country, messages, refused, left }) => ({
      day,
      to: country === null ? 'all' : `+${country}`,
      messages,
      refused,
      left,
    }))
    return found({ budget: { total, other, countries: { ...countries } }, days })
  },
}

export const marketingHandlers: HandlersOf<typeof marketingActions> = { 'marketing.export': exportConversions }

export const keyHandlers: HandlersOf<typeof keyActions> = {
  'keys.list': listSecretKeys,
  'keys.reseal': resealRows,
  'keys.retire': retireSecretKey,
}
