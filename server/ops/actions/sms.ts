import { listSpent } from '#server/modules/sms-budget/sms-budget.service.ts'
import type { Action } from '../action.ts'

export const smsSpent: Action = {
  name: 'sms spent',
  summary: 'Lists the SMS of the last 14 days (UTC) by calling code, and how many the budget refused.',
  usage: '',
  options: {},
  async run(context) {
    const { total, other, countries } = context.config.smsBudget
    const named = Object.entries(countries).map(([code, most]) => `, +${code} ${most}`)
    context.print(`Budget a day: ${total} in all${named.join('')}, every other country ${other}.`)
    const rows = await listSpent(context.database, 14)
    if (rows.length === 0) return context.print('No SMS was asked for.')
    context.table(rows.map(({ country, ...row }) => ({ to: country === '' ? 'all' : `+${country}`, ...row })))
  },
}
