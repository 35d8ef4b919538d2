import { formatAddress, isChainAddress, type NetworkKind } from '#shared/chain-address.ts'
import type { Deposit } from '#server/modules/chains/deposits.queries.ts'
import { depositSums } from '#server/modules/chains/shown-state.rules.ts'
import type { Transfer } from '#server/modules/chains/transfers.queries.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import type { MoneySummary } from '#server/modules/payments/summarize-money.ts'

type Sums = Pick<MoneySummary, 'receivedMinor' | 'refundedMinor' | 'refundingMinor'>

export function presentToken(
  { totalMinor }: Pick<Order, 'totalMinor'>,
  deposits: readonly Deposit[],
  transfers: readonly Transfer[],
  { receivedMinor, refundedMinor, refundingMinor }: Sums,
) {
  const came = transfers.filter(({ status }) => status === 'seen' || status === 'confirmed')
  const last = came.at(-1)
  const deposit = deposits.find(({ attemptId }) => attemptId === last?.attemptId) ?? deposits[0]
  if (!deposit) return null
  const { received, arriving, missing } = depositSums(deposit, transfers, totalMinor)
  const asked = BigInt(deposit.amount)
  const excessMinor = Math.max(0, receivedMinor - refundedMinor - refundingMinor - totalMinor)
  const credited = came.reduce((sum, { creditedMinor }) => sum + (creditedMinor ?? 0), 0)
  const isShort = credited > 0 && credited < totalMinor
  const state = came.some(({ status }) => status === 'seen')
    ? ('seen' as const)
    : excessMinor > 0
      ? ('over' as const)
      : isShort
        ? ('short' as const)
        : ('none' as const)
  // Part of the payment may have come through another network, so the buyer is asked only for the rest.
  const counted = missing > 0n ? asked - missing - arriving : received
  return {
    state,
    symbol: deposit.token,
    decimals: deposit.decimals,
    asked: String(asked),
    received: String(counted),
    arriving: String(arriving),
    missing: String(missing),
    excess: totalMinor === 0 ? '0' : String((asked * BigInt(excessMinor)) / BigInt(totalMinor)),
    address: written(deposit.kind, deposit.address),
    contract: deposit.contract && written(deposit.kind, deposit.contract),
  }
}

/** Writes an address as wallets of the network do; it is stored as `0x…` for TRON too. */
const written = (kind: NetworkKind, address: string): string =>
  isChainAddress(address) ? formatAddress(kind, address) : address
