import { errorReportDays } from '#shared/error-report.ts'
import { findError, listErrors } from '#server/modules/error-reports/error-reports.queries.ts'
import { formatDate, OpsError, requireText, type Action } from '../action.ts'
import { readInteger } from '../read-option.ts'

export const errorsList: Action = {
  name: 'errors list',
  role: 'viewer',
  summary: `Lists what went wrong in browsers, calls and jobs, the latest first. Kept for ${errorReportDays} days; only PROD reports.`,
  usage: '[--days N]',
  options: { days: { type: 'string' } },
  async run(context) {
    const days = readInteger(context, 'days', 1, errorReportDays) ?? errorReportDays
    const errors = await listErrors(context.database, days)
    if (errors.length === 0) return context.print('Nothing went wrong.')
    context.table(
      errors.map(({ id, side, seen, place, message, lastSeenAt }) => ({
        id,
        side,
        seen,
        place,
        message: message.slice(0, 80),
        last: formatDate(lastSeenAt),
      })),
    )
  },
}

export const errorsShow: Action = {
  name: 'errors show',
  role: 'viewer',
  summary: 'Shows one error with its stack.',
  usage: '--id ID (as "errors list" names it)',
  options: { id: { type: 'string' } },
  async run(context) {
    const id = requireText(context, 'id')
    const error = await findError(context.database, id)
    if (!error) throw new OpsError(`There is no error ${id}.`)
    const { side, place, seen, firstSeenAt, lastSeenAt, message, stack } = error
    context.print(message)
    context.printText(stack)
    context.print(`${side}, ${place}; ${seen} times, from ${formatDate(firstSeenAt)} to ${formatDate(lastSeenAt)}`)
  },
}
