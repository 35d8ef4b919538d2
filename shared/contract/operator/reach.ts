import type { OperatorLimitName } from '../../operator-limits.ts'

/** Number of people affected by one run of an action. `group`: members of one group, cluster, batch or list. */
type ReachedPeople = 'none' | 'one' | 'group' | 'everyone'

/**
 * Financial effect of an action. `back`: refunds buyers. `price`, `discount`, `codes`: changes what a plan costs.
 * `time`: grants membership time. `earnings`: changes what affiliates are owed. `payout`: pays affiliates. `record`:
 * records or repeats a decision made elsewhere.
 */
type ReachedMoney = 'none' | 'back' | 'price' | 'discount' | 'codes' | 'time' | 'earnings' | 'payout' | 'record'

/**
 * Security-relevant effect of an action, by the thing it could compromise. `app`: installers and checksums. `hosts`:
 * origins, hosts and keys that receive passwords and tokens. `links`: link targets on pages and in answers of support.
 * `tunnels`: panels and nodes that carry traffic. `payees`: wallet addresses for payments. `addresses`: addresses that
 * confirm an account or a payout. `sign-ins`: sign-in to an account, and its factors. `access`: what a member can use.
 * `data`: personal data. `words`: texts without links to new hosts. `operators`: roles and limits.
 */
type ReachedTrust =
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

export type Reach = {
  readonly people: ReachedPeople
  readonly money: ReachedMoney
  readonly trust: ReachedTrust
  /**
   * True if only some runs of the action have this effect. The action reports it per run; without a report it counts as
   * happened.
   */
  readonly varies?: true
}

/** Safeguard against a single dishonest operator. `daily`: limit on affected people per day. */
export type Guard =
  | { readonly kind: 'none' }
  | { readonly kind: 'two' }
  | { readonly kind: 'daily'; readonly limit: Extract<OperatorLimitName, 'personActs' | 'giftPeople'> }

const sharedTrust: readonly ReachedTrust[] = ['app', 'hosts', 'links', 'tunnels', 'payees']
const personalTrust: readonly ReachedTrust[] = ['addresses', 'sign-ins', 'access', 'data']
/** Kinds of `ReachedTrust` whose actions on one person count towards the operator's daily limit. */
const countedTrust: readonly ReachedTrust[] = [...personalTrust, 'links']

/**
 * Returns the safeguard that follows from an action's reach; actions check amounts of money themselves. Actions on
 * addresses, sign-ins, access or data of a group need two operators, and so do actions on everyone that touch apps,
 * hosts, links, tunnels or payees. Actions on addresses, sign-ins, access, data or links of one person have a daily
 * limit, and so have gifts of time to one person.
 */
export function guardOf({ kind, asksFor, reach }: Guarded): Guard {
  const { people, money, trust } = reach
  if (kind === 'read' || asksFor !== undefined || people === 'none') return { kind: 'none' }
  const isPersonal = personalTrust.includes(trust)
  if (people === 'one' && countedTrust.includes(trust)) return { kind: 'daily', limit: 'personActs' }
  if (people === 'one') return money === 'time' ? { kind: 'daily', limit: 'giftPeople' } : { kind: 'none' }
  if (people === 'group') return { kind: isPersonal ? 'two' : 'none' }
  return { kind: sharedTrust.includes(trust) ? 'two' : 'none' }
}
type Guarded = { readonly kind: 'read' | 'act'; readonly asksFor?: string | undefined; readonly reach: Reach }

/** Kinds of money effects for which one operator has a limit; their texts state that limit in `second`. */
export const measuredMoney: readonly ReachedMoney[] = ['back', 'price', 'discount', 'codes']
