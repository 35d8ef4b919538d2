import type { ActionName } from './contract/operator.ts'
import type { PlaceName } from './contract/operator/console-places.ts'

export const liveEvents = '/live'
/**
 * Path below `consoleApi` to which each console tab reports every few seconds which record it shows. The answer lists
 * the other operators who look at the same record.
 */
export const herePath = '/here'

/**
 * Lists of items that wait for an operator, each with the read action that returns it. The count is its number of rows.
 */
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

/** Upper limit for exact counts in the console; one more means "more than this". */
export const maxExactCount = 1_000
export type LiveCounts = Readonly<Partial<Record<LiveList, number>>>

type LiveChange =
  | { readonly list: LiveList; readonly version: string }
  | { readonly place: PlaceName; readonly id: string; readonly version: string }

/**
 * Record that several operators may look at: a user by uid, an order by number, a review by id, a text by name, or the
 * page of an action by the action's name.
 */
export type Spot = { readonly place: PlaceName; readonly id: string }
export type HereAnswer = { readonly others: readonly string[] }

/**
 * Events of the console's live stream by name. `here`: other operators may have opened or left the record. `end`: the
 * session has ended.
 */
export type LiveEvents = {
  readonly counts: LiveCounts
  readonly change: LiveChange
  readonly here: Spot
  readonly end: null
}
