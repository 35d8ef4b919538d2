import type { ActionName } from './contract/operator.ts'
import type { PlaceName } from './contract/operator/places.ts'

/** Below `consoleApi`: one stream of events for a browser, whatever it has open. It carries no data, only what to ask again. */
export const liveEvents = '/live'
/** Below `consoleApi`: where a tab is, told again every few seconds; the answer says who else is there. */
export const herePath = '/here'

/** The lists that wait for a person, each with the question that opens it: a count is the length of the answer. */
export const liveLists = {
  reviews: { action: 'reviews.list', input: {} },
  approvals: { action: 'approvals.list', input: {} },
  messages: { action: 'messages.list', input: {} },
  applications: { action: 'affiliates.applications', input: {} },
  cases: { action: 'cases.list', input: {} },
  referrals: { action: 'referrals.held', input: {} },
  jobs: { action: 'jobs.list', input: { status: 'dead' } },
  payouts: { action: 'payouts.list', input: {} },
  alerts: { action: 'alerts.list', input: {} },
} as const satisfies Readonly<Record<string, { action: ActionName; input: object }>>
export type LiveList = keyof typeof liveLists
export const liveListNames = Object.keys(liveLists) as LiveList[]

/** Counts are exact up to here; one more stands for all that are more. */
export const mostCounted = 1_000
/** Of the lists that the operator may read. */
export type LiveCounts = Readonly<Partial<Record<LiveList, number>>>

/** What is other than it was. `list`: its rows; else what stands at this place under this id. */
export type LiveChange =
  | { readonly list: LiveList; readonly version: string }
  | { readonly place: PlaceName; readonly id: string; readonly version: string }

/** What can be looked at by two: a person by uid, an order or a review by number, a text by name, or the settings. */
export type Spot = { readonly place: PlaceName; readonly id: string }
export type HereAnswer = { readonly others: readonly string[] }

/** Events of the stream by name. `here`: who looks at this may be others by now. `end`: the sign-in is over. */
export type LiveEvents = {
  readonly counts: LiveCounts
  readonly change: LiveChange
  readonly here: Spot
  readonly end: null
}
