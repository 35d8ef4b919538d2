import { findPayment, RpcFailed, type Chains } from '#server/modules/chains/chains.service.ts'
import type { Payout, PayoutCheck, PayoutFinding } from '#server/modules/settlements/settlements.service.ts'
import { parseAddress } from '#server/platform/chain-address.ts'

/** Blocks are dated by clocks of their own. */
const clockSkewMs = 60_000

/**
 * Looks payouts up by the nodes that are configured for taking cryptocurrency; as many of them must agree as for a payment
 * of that size. `chains`: null where none is configured.
 */
export const createPayoutCheck =
  (chains: Chains | null): PayoutCheck =>
  async (payout) =>
    (chains && (await look(chains, payout))) ?? 'not_checked'

async function look(
  chains: Chains,
  { chain, hash, address, amountMinor, approvedAt }: Payout,
): Promise<PayoutFinding | null> {
  const network = chains.find(chain)
  const token = network?.tokens.find(({ id }) => id === 'USDT')
  if (!network || !token?.contract) return null
  const to = parseAddress(network.kind, address)
  if (!to) return 'different'
  const twoFrom = chains.config.twoRpcsFromUsdMinor
  const neededNodes = twoFrom !== null && amountMinor >= twoFrom ? 2 : 1
  try {
    const found = await findPayment(
      network,
      {
        txHash: hash.startsWith('0x') ? hash : `0x${hash}`,
        token: token.contract,
        to,
        amount: (BigInt(amountMinor) * 10n ** BigInt(token.decimals)) / 100n,
        since: new Date(approvedAt.getTime() - clockSkewMs),
      },
      neededNodes,
    )
    return found === 'paid' ? 'confirmed' : found
  } catch (error) {
    if (error instanceof RpcFailed) return 'unreachable'
    throw error
  }
}
