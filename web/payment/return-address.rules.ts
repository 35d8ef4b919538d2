import { parseAddress } from '#shared/chain-address.ts'
import { isTokenContract } from '#shared/token-contracts.ts'
import { readWalletAddress } from '#shared/typed-code.ts'

type Paid = { readonly address: string; readonly contract: string | null }

/**
 * Judges an address to which the buyer wants money back like a payout address: it must have the form and the checksum of
 * the network that was paid on, and be no contract of a token. `paid`: the address that the buyer has just paid to, which
 * tells the network, and the contract of the token. Returns the address without what was pasted around it.
 */
export function judgeReturnAddress(
  typed: string,
  paid: Paid,
): { readonly address: string } | { readonly fault: 'wrong' | 'ours' | 'contract' } {
  const address = readWalletAddress(typed)
  const kind = paid.address.startsWith('0x') ? 'evm' : 'tron'
  const parsed = parseAddress(kind, address)
  if (parsed === null) return { fault: 'wrong' }
  if (parsed === parseAddress(kind, paid.address)) return { fault: 'ours' }
  const isOwnToken = paid.contract !== null && parsed === parseAddress(kind, paid.contract)
  return isOwnToken || isTokenContract(parsed) ? { fault: 'contract' } : { address }
}
