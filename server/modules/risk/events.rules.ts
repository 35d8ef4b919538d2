import type { RiskAct, RiskRule, RiskSettings } from '#shared/risk-rules.ts'
import { weigh, type Shared, type Weighed } from './signal-weights.rules.ts'

/**
 * Finding of a risk rule about a user, with the action to take. `period`: distinguishes events that may recur, such as
 * by month; '' for events that occur once.
 */
export type RiskEvent = {
  readonly rule: RiskRule
  readonly act: RiskAct
  readonly userId: string
  readonly inviterId: string | null
  readonly otherIds: readonly string[]
  readonly period: string
  readonly details: RiskDetails
}
export type RiskDetails = {
  readonly shared?: readonly Weighed[]
  readonly counts?: Readonly<Record<string, number>>
}

export type Named = { readonly userId: string; readonly inviterIds: readonly string[] }

/** Referrals that a risk case covers. Leaves out those whose inviter was assigned after the case was opened. */
export function keepNamed<R extends Pick<FriendView, 'userId' | 'inviterId'>>(
  referrals: readonly R[],
  friends: readonly Named[],
): R[] {
  const named = new Map(friends.map(({ userId, inviterIds }) => [userId, inviterIds]))
  return referrals.filter(({ userId, inviterId }) => named.get(userId)?.includes(inviterId))
}

export type FriendView = {
  readonly userId: string
  readonly inviterId: string
  readonly heldFor: string | null
  readonly hasPaid: boolean
  readonly withInviter: readonly Shared[]
  /**
   * Other friends of the inviter, with what each shares with this friend. `isEarlier`: signed up before this friend. Of
   * friends who share a payer or device, only the later ones cause an event.
   */
  readonly siblings: readonly {
    readonly userId: string
    readonly shared: readonly Shared[]
    readonly isEarlier: boolean
  }[]
  /** Other buyers in the same group. `isTied`: related to the friend or the inviter. */
  readonly groupmates: readonly { readonly userId: string; readonly isTied: boolean }[]
}

type Found = Omit<RiskEvent, 'act' | 'userId' | 'inviterId' | 'period'>

const has = (shared: readonly Shared[], kinds: readonly string[], only?: 'now' | 'former'): boolean =>
  shared.some(({ kind, isFormer }) => kinds.includes(kind) && (only === undefined || isFormer === (only === 'former')))

/**
 * Risk events against an inviter's earnings for this friend. Shared networks are listed as facts but never suffice
 * alone.
 */
export function judgeFriend(friend: FriendView, settings: RiskSettings): RiskEvent[] {
  const { withInviter, inviterId, userId } = friend
  const found: Found[] = []
  const oneWith = (rule: RiskRule, shared: readonly Shared[], otherIds: readonly string[]) =>
    found.push({ rule, otherIds, details: { shared: weigh(shared) } })
  if (has(withInviter, ['payer', 'wallet', 'payout'])) oneWith('same_payer', withInviter, [inviterId])
  if (has(withInviter, ['device'], 'now')) oneWith('same_device', withInviter, [inviterId])
  if (has(withInviter, ['device'], 'former')) oneWith('device_shared', withInviter, [inviterId])
  const earlier = friend.siblings.filter(({ isEarlier }) => isEarlier)
  for (const [rule, kinds] of [
    ['payer_shared_by_friends', ['payer', 'wallet', 'payout']],
    ['device_shared', ['device']],
  ] as const) {
    const tied = earlier.filter(({ shared }) => has(shared, kinds))
    if (tied.length > 0 && !found.some((each) => each.rule === rule))
      oneWith(
        rule,
        strongest(tied.map(({ shared }) => shared)),
        tied.map((each) => each.userId),
      )
  }
  if (friend.heldFor === 'velocity' && friend.hasPaid)
    found.push({ rule: 'same_network_burst', otherIds: [inviterId], details: { shared: weigh(withInviter) } })
  const tied = friend.groupmates.filter(({ isTied }) => isTied)
  if (friend.groupmates.length > 0 && tied.length === friend.groupmates.length)
    found.push({
      rule: 'self_group',
      otherIds: tied.map((each) => each.userId),
      details: { counts: { people: friend.groupmates.length + 1 } },
    })
  return withActs(
    found.map((each) => ({ ...each, userId, inviterId, period: '' })),
    settings,
  )
}

const strongest = (lists: readonly (readonly Shared[])[]): Shared[] => {
  const kinds = new Map<string, Shared>()
  for (const each of lists.flat()) if (kinds.get(each.kind)?.isFormer !== false) kinds.set(each.kind, each)
  return [...kinds.values()]
}

export type AffiliateView = {
  readonly userId: string
  /** Month such as '2026-11'. Events about an affiliate, except a shared payout address, may recur in another month. */
  readonly month: string
  readonly payoutSharers: readonly string[]
  /** Number of friends' orders refunded within 90 days after their commission was paid out. */
  readonly refundedAfterPayout: number
  /** Friends' orders paid within 90 days, and the disputed ones among them. */
  readonly paidOrders: number
  readonly disputedOrders: number
  /** Number of friends whose first payment was within the last day, and within the last thirty days. */
  readonly newPayersOfDay: number
  readonly newPayersOfMonth: number
}

export function judgeAffiliate(view: AffiliateView, settings: RiskSettings): RiskEvent[] {
  const { refunds, disputes, jump } = settings.numbers
  const found: Omit<RiskEvent, 'act'>[] = []
  const tell = (
    rule: RiskRule,
    period: string,
    otherIds: readonly string[],
    counts: Readonly<Record<string, number>>,
  ) => found.push({ rule, userId: view.userId, inviterId: view.userId, otherIds, period, details: { counts } })
  if (view.payoutSharers.length > 0)
    tell('payout_address_shared', '', view.payoutSharers, { affiliates: view.payoutSharers.length + 1 })
  if (view.refundedAfterPayout >= refunds.orders)
    tell('refund_after_reward', view.month, [], { orders: view.refundedAfterPayout })
  const isDisputed =
    view.disputedOrders >= disputes.orders && view.disputedOrders * 100 >= disputes.percent * view.paidOrders
  if (isDisputed) tell('dispute_rate', view.month, [], { disputed: view.disputedOrders, paid: view.paidOrders })
  // Reports a day that brought at least a third of the month's new customers, which is ten times an average day.
  if (view.newPayersOfDay >= jump.friends && view.newPayersOfDay * 3 >= view.newPayersOfMonth)
    tell('tier_jump', view.month, [], { day: view.newPayersOfDay, month: view.newPayersOfMonth })
  return withActs(found, settings)
}

const withActs = (found: readonly Omit<RiskEvent, 'act'>[], { acts }: RiskSettings): RiskEvent[] =>
  found.flatMap((each) => {
    const act = acts[each.rule]
    return act === 'off' ? [] : [{ ...each, act }]
  })

const reasons: Partial<
  Readonly<Record<RiskRule, 'payer' | 'device' | 'friends_payer' | 'shared_device' | 'velocity' | 'self_group'>>
> = {
  same_payer: 'payer',
  same_device: 'device',
  payer_shared_by_friends: 'friends_payer',
  device_shared: 'shared_device',
  same_network_burst: 'velocity',
  self_group: 'self_group',
}

/** Reason stored with a referral that this risk rule holds. */
export const reasonOf = (rule: RiskRule) => reasons[rule] ?? 'friends_payer'
