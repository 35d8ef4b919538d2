import { expect, it } from 'vitest'
import { parseSmsBudget } from './sms-config.ts'

it('SMS budgets are read per country, for other countries and in total', () => {
  expect(parseSmsBudget('')).toEqual({ total: 2_000, other: 300, countries: {} })
  expect(parseSmsBudget('total:50, *:0,86:40')).toEqual({
    total: 50,
    other: 0,
    countries: { '86': 40 },
  })
})

it.each(['86', '86:-1', '86:1,86:2', 'CN:5', 'total:many', '0086:1'])(
  'an SMS budget written as %j is refused, and the setting is named',
  (value) => {
    expect(() => parseSmsBudget(value)).toThrow(/SMS_DAILY_BUDGET/)
  },
)
