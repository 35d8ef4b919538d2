import { neededNodes } from '#server/modules/chains/chains.service.ts'
import { findTransfer, type FoundPayment } from '#server/modules/chains/find-payment.ts'
import { findTransferTo, type TransferSearch } from '#server/modules/chains/find-transfer-to.ts'
import type { Chains } from '#server/modules/chains/create-chains.ts'
import type { StatedPayout, PayoutCheck } from '#server/modules/payouts/payout-check.ts'
import { parseAddress } from '#shared/chain-address.ts'

/** Tolerance for inaccurate block timestamps. */
export const clockSkewMs = 60_000

/**
 * Checks the blockchain transaction of a payout at the configured nodes, at as many as for a deposit of that size.
 * `chains` is null without nodes.
 */
export const createPayoutCheck =
  (chains: Chains | null): PayoutCheck =>
  async (payout) => {
    const found = chains && (await lookUpPayout(chains, payout))
    if (!found) return { finding: 'not_checked', transferIndex: null }
    const { finding, logIndex } = found
    return { finding: finding === 'paid' ? 'confirmed' : finding, transferIndex: logIndex }
  }

export async function lookUpPayout(
  chains: Chains,
  { chain, hash, address, amountMinor, approvedAt, taken = [] }: StatedPayout,
): Promise<FoundPayment | null> {
  const network = chains.find(chain)
  const token = network?.tokens.find(({ id }) => id === 'USDT')
  if (!network || !token?.contract) return null
  const to = parseAddress(network.kind, address)
  if (!to) return { finding: 'different', logIndex: null }
  return findTransfer(
    network,
    {
      txHash: hash.startsWith('0x') ? hash : `0x${hash}`,
      token: token.contract,
      to,
      amount: (BigInt(amountMinor) * 10n ** BigInt(token.decimals)) / 100n,
      since: new Date(approvedAt.getTime() - clockSkewMs),
      taken,
    },
    neededNodes(chains, amountMinor),
  )
}

export type PayoutSearch = (payout: Omit<StatedPayout, 'hash'>) => Promise<TransferSearch | null>

/**
 * Searches the blockchain for the transfer of a payout, because a payout that was sent must not be cancelled. Null if
 * its network is not configured.
 */
export const createPayoutSearch =
  (chains: Chains | null): PayoutSearch =>
  async ({ chain, address, amountMinor, approvedAt }) => {
    const network = chains?.find(chain)
    const token = network?.tokens.find(({ id }) => id === 'USDT')
    const to = network && parseAddress(network.kind, address)
    if (!network || !token?.contract || !to) return null
    const amount = (BigInt(amountMinor) * 10n ** BigInt(token.decimals)) / 100n
    return findTransferTo(network, {
      token: token.contract,
      to,
      amount,
      since: new Date(approvedAt.getTime() - clockSkewMs),
    })
  }
