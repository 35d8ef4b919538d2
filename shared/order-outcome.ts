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
  'group_over',
] as const
export type OrderReason = (typeof orderReasons)[number]

/**
 * States of an order as its buyer or another viewer sees them. `open`: waiting, with nothing else to report.
 * `elsewhere…`: for a browser that is not signed in as the buyer and learns only the status. `c-…`: paid with
 * cryptocurrency.
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

/**
 * State of an order's payment attempts. `none`: nothing was tried yet. `open`: an attempt can still be paid. `refused`:
 * the provider declined the last one. `ended`: all ended unpaid.
 */
export const attemptStates = ['none', 'open', 'refused', 'ended'] as const
/**
 * State of an order's payment on a blockchain. `seen`: waits for confirmations. `short`: less than the price is
 * confirmed. `over`: overpaid, and not fully refunded.
 */
export const chainStates = ['none', 'seen', 'short', 'over'] as const
/**
 * State of the group that an order belongs to. `waiting`: not full yet. `treat`: full, but seats that the creator paid
 * for wait for friends. `over`: ended. `unopened`: ended only because the creator has not paid; a payment would open it
 * again.
 */
export const groupStates = ['waiting', 'full', 'treat', 'over', 'unopened'] as const

/** Facts from which `decideOutcome` decides. The server reads them and sends them to the browser with the order. */
export type OutcomeFacts = {
  readonly status: (typeof orderStatuses)[number]
  readonly amountMinor: number
  readonly receivedMinor: number
  readonly refundedMinor: number
  readonly refundingMinor: number
  readonly attempt: (typeof attemptStates)[number]
  readonly isLate: boolean
  readonly disputedMinor: number
  readonly stuckMinor: number
  readonly token: { readonly state: (typeof chainStates)[number] } | null
  readonly group: { readonly state: (typeof groupStates)[number] } | null
}

/**
 * Who looks at the order, and how they reached the page. URL parameters only choose the wording; they prove nothing.
 */
export type Look = {
  readonly isOwner: boolean
  readonly isWindowOpen: boolean
  readonly cameBack: 'unpaid' | 'paid' | null
  readonly isSlow: boolean
}

/** Look of a buyer who opens an order in their own list, not coming back from a payment provider. */
export const plainLook = (isWindowOpen: boolean): Look => ({
  isOwner: true,
  isWindowOpen,
  cameBack: null,
  isSlow: false,
})

/**
 * Decides the outcome of an order. Viewers other than the buyer see the status alone. For the buyer the status decides
 * first, then money, payment on the blockchain and group. The payment attempts and the way in which the buyer reached
 * the page count only for an open order.
 */
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

/**
 * True while the order page must ask for news: the order is neither paid nor refunded. Expired and cancelled orders can
 * still receive a late payment.
 */
export const mayStillChange = ({ status }: Pick<OutcomeFacts, 'status'>): boolean =>
  !['paid', 'refunded', 'partially_refunded'].includes(status)

export const isOpenStatus = (status: OutcomeFacts['status']): boolean =>
  status === 'created' || status === 'awaiting_payment'

const isOver = ({ group }: OutcomeFacts): boolean => group?.state === 'over' || group?.state === 'unopened'

const goesBackWhole = ({ receivedMinor, refundedMinor, refundingMinor }: OutcomeFacts): boolean =>
  refundedMinor + refundingMinor >= receivedMinor

export function decideElsewhere(status: OutcomeFacts['status']): 'elsewhere' | 'elsewhere-wait' | 'elsewhere-other' {
  if (isOpenStatus(status)) return 'elsewhere-wait'
  return status === 'paid' ? 'elsewhere' : 'elsewhere-other'
}

function decideOpen({ token, attempt }: OutcomeFacts, { isWindowOpen, cameBack, isSlow }: Look): OrderOutcome {
  if (token?.state === 'seen') return 'c-seen'
  if (token?.state === 'short') return isWindowOpen ? 'c-short' : 'c-late'
  // The payment window is over, and the server asks the provider a last time.
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
  // Checked before `late`, because this outcome states the excess amount.
  if (token?.state === 'over') return 'c-over'
  return isLate ? 'late' : 'paid'
}
