type CryptoState = 'unquoted' | 'awaiting' | 'seen' | 'short' | 'settled' | 'over' | 'expired' | 'review' | 'ended'

type OrderView = { readonly status: string; readonly windowOpen: boolean; readonly totalMinor: number }
export type TransferView = {
  readonly attemptId: string | null
  readonly status: 'seen' | 'confirmed' | 'dropped' | 'reverted' | 'stray'
  readonly amount: string
  readonly creditedMinor: number | null
}

const creditedMinor = (transfers: readonly TransferView[]): number =>
  transfers.reduce((sum, { status, creditedMinor: minor }) => sum + (status === 'confirmed' ? (minor ?? 0) : 0), 0)
const unitsOf = (transfers: readonly TransferView[], status: TransferView['status']): bigint =>
  transfers.reduce((sum, transfer) => sum + (transfer.status === status ? BigInt(transfer.amount) : 0n), 0n)

export function paymentState(order: OrderView, isQuoted: boolean, transfers: readonly TransferView[]): CryptoState {
  const { status, windowOpen, totalMinor } = order
  const credited = creditedMinor(transfers)
  if (status === 'paid') return credited > totalMinor ? 'over' : 'settled'
  if (status === 'refunding' || status === 'refunded' || status === 'partially_refunded') return 'ended'
  // A transfer that waits for confirmations decides the state first, even if the order no longer waits for it.
  if (transfers.some((transfer) => transfer.status === 'seen')) return 'seen'
  if (status === 'review') return 'review'
  if (status === 'cancelled') return 'ended'
  if (status === 'expired') return 'expired'
  if (credited > 0) return 'short'
  if (!windowOpen) return 'expired'
  return isQuoted ? 'awaiting' : 'unquoted'
}

type DepositSums = { readonly received: bigint; readonly arriving: bigint; readonly missing: bigint }

/**
 * Received and missing amount of a deposit, in base units of its token. `missing` takes the order's other deposits into
 * account and is rounded up, so that it completes the order.
 */
export function depositSums(
  deposit: { readonly attemptId: string; readonly amount: string },
  transfers: readonly TransferView[],
  totalMinor: number,
): DepositSums {
  const own = transfers.filter(({ attemptId }) => attemptId === deposit.attemptId)
  const received = unitsOf(own, 'confirmed')
  const arriving = unitsOf(own, 'seen')
  const elsewhere = creditedMinor(transfers) - creditedMinor(own)
  const asked = BigInt(deposit.amount)
  const paidElsewhere = totalMinor === 0 ? asked : (asked * BigInt(elsewhere)) / BigInt(totalMinor)
  const left = asked - paidElsewhere - received - arriving
  return { received, arriving, missing: left > 0n ? left : 0n }
}
