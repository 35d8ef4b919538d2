import { listSpent } from '#server/modules/sms-budget/sms-budget.service.ts'
import type { Action } from '../action.ts'

export const smsSpent: Action = {
  name: 'sms spent',
  role: 'viewer',
  summary:
    'Lists the SMS of the last 14 days (UTC) by calling code, how many the budget refused, and what is left of today’s.',
  usage: '',
  options: {},
  async run(context) {
    const { smsBudget } = context.config
    const named = Object.entries(smsBudget.countries).map(([code, most]) => `, +${code} ${most}`)
    context.print(
      `Budget a day: ${smsBudget.total} in all${named.join('')}, every other country ${smsBudget.other}. The last fifth of each is for resetting passwords alone.`,
    )
    const rows = await listSpent(context.database, smsBudget, 14)
    if (!rows.some(({ left }) => left !== null)) context.print('No SMS was asked for today: all of it is left.')
    context.table(
      rows.map(({ day, country, messages, refused, left }) => ({
        day,
        to: country === null ? 'all' : `+${country}`,
        messages,
        refused,
        left: left ?? '',
      })),
    )
  },
}
