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
