import { errorReportDays } from '#shared/error-report.ts'
import { findError, listErrors, type ErrorPosition } from '#server/modules/error-reports/error-reports.queries.ts'
import { formatDate, OpsError, requireText, type Action, type OpsContext } from '../action.ts'
import { afterOption, printMore, readAfter } from '../read-cursor.ts'
import { readInteger } from '../read-option.ts'

const pageSize = 200
const sides = ['server', 'job', 'browser'] as const

function readPosition(context: OpsContext): ErrorPosition | null {
  const text = readAfter(context)
  if (text === null) return null
  const [, rank, micros, id] = /^([123])\.(\d{1,16})\.([0-9a-f]{8})$/.exec(text) ?? []
  if (rank === undefined || micros === undefined || id === undefined)
    throw new OpsError('--after is what the page before ends with.')
  return { rank: Number(rank), micros: Number(micros), id }
}

export const errorsList: Action = {
  name: 'errors list',
  role: 'viewer',
  summary: `Lists what went wrong in calls, in jobs and in browsers, in this order, each the latest first. Kept for ${errorReportDays} days; only PROD reports.`,
  usage: `[--days N] [--side ${sides.join('|')}] [--after POSITION]`,
  options: { days: { type: 'string' }, side: { type: 'string' }, ...afterOption },
  async run(context) {
    const days = readInteger(context, 'days', 1, errorReportDays) ?? errorReportDays
    const side = sides.find((known) => known === context.values.side) ?? null
    if (side === null && context.values.side !== undefined) throw new OpsError(`--side is one of ${sides.join(', ')}.`)
    const errors = await listErrors(context.database, { days, side }, readPosition(context), pageSize)
    if (errors.length === 0) return context.print('Nothing went wrong.')
    context.table(
      errors.map(({ id, side: of, seen, place, message, lastSeenAt }) => ({
        id,
        side: of,
        seen,
        place,
        message: message.slice(0, 80),
        last: formatDate(lastSeenAt),
      })),
    )
    printMore(context, errors.length, pageSize, errors.at(-1)?.position)
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
