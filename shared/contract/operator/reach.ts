import type { OperatorLimitName } from '../../operator-limits.ts'

/** How many people one run of an action concerns. `group`: those of one group, cluster, batch or list. */
export type ReachedPeople = 'none' | 'one' | 'group' | 'everyone'

/**
 * What an action does with money. `back`: returns it to buyers. `price`, `discount`, `codes`: promises less or none for a plan.
 * `time`: gives membership. `earnings`: changes what affiliates are owed. `payout`: pays them. `record`: books or repeats what was
 * decided elsewhere.
 */
export type ReachedMoney = 'none' | 'back' | 'price' | 'discount' | 'codes' | 'time' | 'earnings' | 'payout' | 'record'

/**
 * What people rely on that an action can turn against them. `app`: what they install and its checksum. `hosts`: origins, hosts
 * and keys that get passwords and tokens. `links`: where pages lead them. `tunnels`: panels and nodes that carry their traffic. `payees`:
 * addresses that they pay to. `addresses`: where an account or a payout is confirmed. `sign-ins`: who gets into an account, and with what.
 * `access`: what a member can use. `data`: personal data. `words`: texts without links to new hosts. `operators`: roles and limits.
 */
export type ReachedTrust =
  | 'none'
  | 'app'
  | 'hosts'
  | 'links'
  | 'tunnels'
  | 'payees'
  | 'addresses'
  | 'sign-ins'
  | 'access'
  | 'data'
  | 'words'
  | 'operators'

/** What one operator with one code can do by an action, to how many people. */
export type Reach = {
  readonly people: ReachedPeople
  readonly money: ReachedMoney
  readonly trust: ReachedTrust
  /** Only some runs reach so far: which, as half a sentence. The act says so of each run; silence counts as reached. */
  readonly when?: string
}

/** What keeps one operator from doing it alone. `daily`: more people within a day than this limit. */
export type Guard =
  | { readonly kind: 'none' }
  | { readonly kind: 'two' }
  | { readonly kind: 'daily'; readonly limit: Extract<OperatorLimitName, 'personActs' | 'giftPeople'> }

const sharedTrust: readonly ReachedTrust[] = ['app', 'hosts', 'links', 'tunnels', 'payees']
const personalTrust: readonly ReachedTrust[] = ['addresses', 'sign-ins', 'access', 'data']

/**
 * The guard that follows from the reach of an action. Limits in money are measured by the act itself. Acts on the sign-ins or data
 * of a whole group have no daily number, so they take two.
 */
export function guardOf({ kind, asksFor, reach }: Guarded): Guard {
  const { people, money, trust } = reach
  if (kind === 'read' || asksFor !== undefined || people === 'none') return { kind: 'none' }
  const isPersonal = personalTrust.includes(trust)
  if (people === 'one' && isPersonal) return { kind: 'daily', limit: 'personActs' }
  if (people === 'one') return money === 'time' ? { kind: 'daily', limit: 'giftPeople' } : { kind: 'none' }
  if (people === 'group') return { kind: isPersonal ? 'two' : 'none' }
  return { kind: sharedTrust.includes(trust) ? 'two' : 'none' }
}
type Guarded = { readonly kind: 'read' | 'act'; readonly asksFor?: string | undefined; readonly reach: Reach }

/** Money that one operator moves only up to a limit: such an action says in `second` which. */
export const measuredMoney: readonly ReachedMoney[] = ['back', 'price', 'discount', 'codes']

const dailyText = {
  personActs: 'More users within a day, by this and other acts on persons, than the limit, by default 10.',
  giftPeople: 'More users within a day than the limit, by default 30.',
}

/** When an action takes a second operator, as half a sentence: by its guard, and by what it says of itself. */
export function secondOf(action: Guarded & { readonly second?: string | undefined }): string | undefined {
  const { second, reach } = action
  if (second?.startsWith('Always') === true) return second
  const guard = guardOf(action)
  if (guard.kind === 'none') return second
  const derived =
    guard.kind === 'daily' ? dailyText[guard.limit] : reach.when === undefined ? 'Always.' : `Where ${reach.when}.`
  return second === undefined ? derived : `${second} ${derived}`
}
