/** Dimensions of an affiliate's daily sums. Each row has a dimension and a key within it, such as one link. */
export const dimensions = ['all', 'link', 'plan', 'source', 'language', 'currency'] as const
export type Dimension = (typeof dimensions)[number]

/**
 * Source of a sign-up: a recorded visit by an affiliate link, a link without a recorded visit, or a typed referral
 * code.
 */
export const sources = ['visit', 'link', 'code'] as const

/** Sums of an affiliate's activity. Amounts are in US cents. `reversals` is the number of reversed commissions. */
export type Counts = {
  readonly visits: number
  readonly signUps: number
  readonly firsts: number
  readonly renewals: number
  readonly firstMinor: number
  readonly renewalMinor: number
  readonly reversals: number
  readonly reversedMinor: number
}

export const nothing: Counts = {
  visits: 0,
  signUps: 0,
  firsts: 0,
  renewals: 0,
  firstMinor: 0,
  renewalMinor: 0,
  reversals: 0,
  reversedMinor: 0,
}
const names = Object.keys(nothing) as (keyof Counts)[]

const combine = (one: Counts, other: Counts, sign: 1 | -1): Counts =>
  Object.fromEntries(names.map((name) => [name, one[name] + sign * other[name]])) as Counts

export const add = (one: Counts, other: Counts): Counts => combine(one, other, 1)
export const subtract = (one: Counts, other: Counts): Counts => combine(one, other, -1)

/**
 * Event that counts in an affiliate's sums: a sign-up, a commission or a reversal. A field of a dimension is null if
 * the event does not count there.
 */
export type Mark = {
  readonly affiliateId: string
  readonly day: string
  readonly link: string | null
  readonly plan: string | null
  readonly source: string | null
  readonly language: string | null
  readonly currency: string | null
  readonly signUps: number
  readonly isOrder: boolean
  readonly type: string | null
  readonly minor: number
}
type Row = Counts & {
  readonly affiliateId: string
  readonly day: string
  readonly dimension: Dimension
  readonly key: string
}

/**
 * Differences between two lists of daily sums. A row that is missing in one list counts as zero. Visits are compared
 * only on days for which `hasVisits` is true, because older visits are deleted.
 */
export function differencesOf(folded: readonly Row[], counted: readonly Row[], hasVisits: (day: string) => boolean) {
  const nameOf = ({ affiliateId, day, dimension, key }: Row) => JSON.stringify([affiliateId, day, dimension, key])
  const [one, other] = [folded, counted].map((rows) => new Map(rows.map((row) => [nameOf(row), row] as const)))
  const all = new Map([...folded, ...counted].map((row) => [nameOf(row), row]))
  return [...all].flatMap(([name, { affiliateId, day, dimension }]) =>
    names.flatMap((field) => {
      if (field === 'visits' && !hasVisits(day)) return []
      const [was, is] = [one?.get(name)?.[field] ?? 0, other?.get(name)?.[field] ?? 0]
      return was === is ? [] : [{ affiliateId, day, dimension, field, folded: was, counted: is }]
    }),
  )
}

const countsOf = ({ signUps, isOrder, type, minor }: Mark): Counts => ({
  ...nothing,
  signUps,
  firsts: isOrder && type === 'first' ? 1 : 0,
  renewals: isOrder && type === 'renewal' ? 1 : 0,
  firstMinor: type === 'first' && minor > 0 ? minor : 0,
  renewalMinor: type === 'renewal' && minor > 0 ? minor : 0,
  reversals: minor < 0 ? 1 : 0,
  reversedMinor: minor < 0 ? -minor : 0,
})

export function changeOfDays(before: readonly Mark[], after: readonly Mark[]): Row[] {
  const found = new Map<string, Row>()
  const count = (mark: Mark, sign: 1 | -1) => {
    for (const dimension of dimensions) {
      const key = dimension === 'all' ? '' : mark[dimension]
      if (key === null) continue
      const { affiliateId, day } = mark
      const name = [affiliateId, day, dimension, key].join(' ')
      const known = found.get(name) ?? { affiliateId, day, dimension, key, ...nothing }
      found.set(name, { ...known, ...combine(known, countsOf(mark), sign) })
    }
  }
  for (const mark of before) count(mark, -1)
  for (const mark of after) count(mark, 1)
  return [...found.values()].filter((each) => names.some((name) => each[name] !== 0))
}
