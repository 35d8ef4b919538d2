import { secondPersonLimits } from '#server/modules/operators/second-person.rules.ts'
import { countCodesOfDay } from '#server/modules/redeem/redeem.service.ts'
import { listBatches } from '#server/modules/redeem/redeem.queries.ts'
import { endBatch, makeBatch, TooManyCodes } from '#server/workflows/catalog/manage-codes.ts'
import { formatDate, OpsError, requireText, type Action } from '../action.ts'
import { afterOption, printMore, readAfter } from '../read-cursor.ts'
import { readDate, readInteger } from '../read-option.ts'

const pageSize = 200
const tooManyText = `More than ${secondPersonLimits.redeemCodes} codes of one operator in a day take two.`

export const redeemCreate: Action = {
  name: 'redeem-create',
  role: 'finance',
  stepUp: 'money',
  summary: 'Makes a batch of redeem codes and prints them, once: afterwards nobody can read them any more.',
  usage: '--name TEXT --count N --months N [--bonus-days N] --devices N [--until DATE] [--dry-run]',
  options: {
    name: { type: 'string' },
    count: { type: 'string' },
    months: { type: 'string' },
    'bonus-days': { type: 'string' },
    devices: { type: 'string' },
    until: { type: 'string' },
  },
  async second(context) {
    const wanted = readInteger(context, 'count', 1, 10_000) ?? 0
    const before = await countCodesOfDay(context.database, context.operator.name)
    return before + wanted > secondPersonLimits.redeemCodes ? tooManyText : null
  },
  async run(context) {
    const name = requireText(context, 'name')
    const until = readDate(context, 'until')
    if (until !== null && until <= new Date()) throw new OpsError('--until is over already: give a date to come.')
    const must = (option: string, most: number): number => {
      const value = readInteger(context, option, 1, most)
      if (value === null) throw new OpsError(`--${option} is missing.`)
      return value
    }
    const batch = {
      name,
      count: must('count', 10_000),
      months: must('months', 120),
      bonusDays: readInteger(context, 'bonus-days', 0, 3_660) ?? 0,
      maxDevices: must('devices', 1_000),
      expiresAt: until,
    }
    if (context.dryRun) return context.print(`Would make ${JSON.stringify(batch)}`)
    const mostOfDay = context.isApproved === true ? Infinity : secondPersonLimits.redeemCodes
    const codes = await makeBatch(context.database, batch, { operator: context.operator, mostOfDay }).catch(
      (error: unknown) => {
        throw error instanceof TooManyCodes ? new OpsError(`${tooManyText} Run it again.`, { cause: error }) : error
      },
    )
    if (!codes) throw new OpsError(`There is a batch "${name}" already.`)
    for (const code of codes) context.print(code)
  },
}

export const redeemList: Action = {
  name: 'redeem-list',
  role: 'viewer',
  summary: 'Lists batches of redeem codes with how many are redeemed.',
  usage: '[--after NAME]',
  options: afterOption,
  async run(context) {
    const batches = await listBatches(context.database, readAfter(context), pageSize)
    if (batches.length === 0) return context.print('There is no batch.')
    context.table(
      batches.map((batch) => ({
        name: batch.name,
        gives: `${batch.months} months + ${batch.bonusDays} days, ${batch.maxDevices} devices`,
        redeemed: `${batch.redeemed} of ${batch.count}`,
        until: formatDate(batch.expiresAt),
        withdrawn: batch.disabledAt ? formatDate(batch.disabledAt) : '',
        by: batch.createdBy,
      })),
    )
    printMore(context, batches.length, pageSize, batches.at(-1)?.name)
  },
}

export const redeemDisable: Action = {
  name: 'redeem-disable',
  role: 'finance',
  summary: 'Withdraws what is left of a batch. Codes that were redeemed keep their time.',
  usage: '--name TEXT [--dry-run]',
  options: { name: { type: 'string' } },
  async run(context) {
    const name = requireText(context, 'name')
    if (context.dryRun) return context.print(`Would withdraw the batch "${name}".`)
    if (!(await endBatch(context.database, name, context.operator))) throw new OpsError(`No batch "${name}" stands.`)
    context.print(`The batch "${name}" is withdrawn.`)
  },
}
