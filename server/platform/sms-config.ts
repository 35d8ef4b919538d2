import { ConfigError } from './read-setting.ts'

/** Daily limits of sent SMS: in total, for listed countries by calling code, and for each other country. */
export type SmsBudget = {
  readonly total: number
  readonly other: number
  readonly countries: Readonly<Record<string, number>>
}

export function parseSmsBudget(text: string): SmsBudget {
  const given = new Map<string, number>()
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name = '', count = ''] = /^(total|\*|[1-9]\d{0,2}):(\d{1,7})$/.exec(part.trim()) ?? []
    if (name === '' || given.has(name))
      throw new ConfigError(
        `SMS_DAILY_BUDGET: "${part.trim()}" is none; it is like total:2000,*:300,86:1500, each calling code once.`,
      )
    given.set(name, Number(count))
  }
  const { total = 2_000, '*': other = 300, ...countries } = Object.fromEntries(given)
  return { total, other, countries }
}
