/** Of what a day is added up; each row has one of them and a key. */
export const dimensions = ['all', 'link', 'plan', 'source', 'language', 'currency'] as const
export type Dimension = (typeof dimensions)[number]

/** How someone came: a visit that was counted, a link without one, or a code that was typed. */
export const sources = ['visit', 'link', 'code'] as const

/** What links brought. Minor units are US cents; `reversals` are rows that took something back. */
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

type Row = Counts & {
  readonly affiliateId: string
  readonly day: string
  readonly dimension: Dimension
  readonly key: string
}
/** What commissions alone come to: visits and sign-ups are forgotten with time. */
const earned = ['firsts', 'renewals', 'firstMinor', 'renewalMinor', 'reversals', 'reversedMinor'] as const

/** Where two lists of what days brought say something else about what was earned; a row that is missing is one of nothing. */
export function differencesOf(folded: readonly Row[], counted: readonly Row[]) {
  const nameOf = ({ affiliateId, day, dimension, key }: Row) => JSON.stringify([affiliateId, day, dimension, key])
  const [one, other] = [folded, counted].map((rows) => new Map(rows.map((row) => [nameOf(row), row] as const)))
  const all = new Map([...folded, ...counted].map((row) => [nameOf(row), row]))
  return [...all].flatMap(([name, { affiliateId, day, dimension }]) =>
    earned.flatMap((field) => {
      const [was, is] = [one?.get(name)?.[field] ?? 0, other?.get(name)?.[field] ?? 0]
      return was === is ? [] : [{ affiliateId, day, dimension, field, folded: was, counted: is }]
    }),
  )
}
