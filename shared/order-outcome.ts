export const orderStatuses = [
  'created',
  'awaiting_payment',
  'paid',
  'refunding',
  'refunded',
  'partially_refunded',
  'cancelled',
  'expired',
  'review',
] as const

/** Why an order came to its status, as its history keeps it. */
export const orderReasons = [
  'placed',
  'attempt_opened',
  'attempt_unknown',
  'awaiting_choice',
  'paid',
  'paid_late',
  'needs_review',
  'underpaid',
  'refunding',
  'refunded',
  'partially_refunded',
  'window_closed',
  'cancelled_by_buyer',
  'refused_at_provider',
  'closed_at_provider',
  'group_over',
] as const
export type OrderReason = (typeof orderReasons)[number]

/**
 * Every way in which an order can stand for the person who looks at it. `open`: it waits, and nothing else is to be told.
 * `elsewhere…`: another browser, which is not signed in and sees the state alone. `c-…`: paid on a chain.
 */
export const orderOutcomes = [
  'elsewhere',
  'elsewhere-wait',
  'elsewhere-other',
  'open',
  'declined',
  'back',
  'checking',
  'slow',
  'c-seen',
  'c-short',
  'free',
  'late',
  'paid',
  'c-over',
  'group-wait',
  'group-full',
  'group-treat',
  'group-back',
  'group-seat',
  'expired',
  'cancelled',
  'c-late',
  'review',
  'dispute',
  'refund-failed',
  'partly-refunding',
  'refunding',
  'partly',
  'refunded',
] as const
export type OrderOutcome = (typeof orderOutcomes)[number]

/** Of its attempts: one can still be paid, the provider refused the last one, or all of them ended unpaid. */
export const attemptStates = ['none', 'open', 'refused', 'ended'] as const
/** `seen`: waits for confirmations. `short`: less than the price counts. `over`: more than the price, and not all of that went back. */
export const chainStates = ['none', 'seen', 'short', 'over'] as const
/**
 * `waiting`: not full yet. `treat`: full, and seats that the owner of the order paid wait for friends. `over`: nothing comes of
 * it; `unopened`: over only because its creator has not paid, and their money would open it again.
 */
export const groupStates = ['waiting', 'full', 'treat', 'over', 'unopened'] as const

/** What the answer decides by. The server reads it, and tells it to the browser with the order. */
export type OutcomeFacts = {
  readonly status: (typeof orderStatuses)[number]
  readonly amountMinor: number
  readonly receivedMinor: number
  readonly refundedMinor: number
  readonly refundingMinor: number
  readonly attempt: (typeof attemptStates)[number]
  /** The money came after the window, or after the order had ended. */
  readonly isLate: boolean
  /** What a bank asks back, or a chain took back. */
  readonly disputedMinor: number
  /** Of refunds that a person has to look after, because they failed or are late. */
  readonly stuckMinor: number
  readonly token: { readonly state: (typeof chainStates)[number] } | null
  readonly group: { readonly state: (typeof groupStates)[number] } | null
}

/** Who looks, and how they came here. What the address says picks words and proves nothing. */
export type Look = {
  readonly isOwner: boolean
  readonly isWindowOpen: boolean
  readonly cameBack: 'unpaid' | 'paid' | null
  /** They have waited for over a minute. */
  readonly isSlow: boolean
}

/** As its owner finds it in a list. */
export const plainLook = (isWindowOpen: boolean): Look => ({
  isOwner: true,
  isWindowOpen,
  cameBack: null,
  isSlow: false,
})

/** The one outcome of an order. First the money that is there, then what was asked for, then how someone came here. */
export function decideOutcome(order: OutcomeFacts, look: Look): OrderOutcome {
  if (!look.isOwner) return decideElsewhere(order.status)
  switch (order.status) {
    case 'created':
    case 'awaiting_payment':
      return decideOpen(order, look)
    case 'paid':
      return decidePaid(order)
    case 'review':
      if (order.disputedMinor > 0) return 'dispute'
      if (order.stuckMinor > 0) return 'refund-failed'
      return order.token?.state === 'short' ? 'c-late' : 'review'
    case 'refunding':
      if (order.stuckMinor > 0) return 'refund-failed'
      if (isOver(order)) return 'group-back'
      return goesBackWhole(order) ? 'refunding' : 'partly-refunding'
    case 'partially_refunded':
      return order.stuckMinor > 0 ? 'refund-failed' : 'partly'
    case 'refunded':
      return isOver(order) ? 'group-back' : 'refunded'
    case 'expired':
    case 'cancelled':
      if (order.token?.state === 'seen') return 'c-seen'
      return order.group ? 'group-seat' : order.status
  }
}

/** Whether asking again can bring news: a payment that comes late still counts. */
export const mayStillChange = ({ status }: Pick<OutcomeFacts, 'status'>): boolean =>
  !['paid', 'refunded', 'partially_refunded'].includes(status)

export const isOpenStatus = (status: OutcomeFacts['status']): boolean =>
  status === 'created' || status === 'awaiting_payment'

const isOver = ({ group }: OutcomeFacts): boolean => group?.state === 'over' || group?.state === 'unopened'

const goesBackWhole = ({ receivedMinor, refundedMinor, refundingMinor }: OutcomeFacts): boolean =>
  refundedMinor + refundingMinor >= receivedMinor

/** The state alone, for who is not signed in. */
export function decideElsewhere(status: OutcomeFacts['status']): 'elsewhere' | 'elsewhere-wait' | 'elsewhere-other' {
  if (isOpenStatus(status)) return 'elsewhere-wait'
  return status === 'paid' ? 'elsewhere' : 'elsewhere-other'
}

function decideOpen({ token, attempt }: OutcomeFacts, { isWindowOpen, cameBack, isSlow }: Look): OrderOutcome {
  if (token?.state === 'seen') return 'c-seen'
  if (token?.state === 'short') return isWindowOpen ? 'c-short' : 'c-late'
  // The time is over, and the provider is asked for the last time.
  if (!isWindowOpen) return 'checking'
  if (attempt === 'refused') return 'declined'
  if (attempt === 'ended' || cameBack === 'unpaid') return 'back'
  if (cameBack === 'paid') return isSlow ? 'slow' : 'checking'
  return 'open'
}

function decidePaid(order: OutcomeFacts): OrderOutcome {
  const { group, token, amountMinor, isLate, stuckMinor } = order
  if (stuckMinor > 0) return 'refund-failed'
  if (group) {
    if (isOver(order)) return 'group-back'
    return group.state === 'waiting' ? 'group-wait' : group.state === 'treat' ? 'group-treat' : 'group-full'
  }
  if (amountMinor === 0) return 'free'
  // Before `late`: it names the sum that is too much.
  if (token?.state === 'over') return 'c-over'
  return isLate ? 'late' : 'paid'
}
