import { parseAddress } from '#shared/chain-address.ts'
import { readWalletAddress } from '#shared/typed-code.ts'

/**
 * Judges an address to which the buyer wants money back like a payout address: it must have the form and the checksum of
 * the network that was paid on. `ours`: the address that the buyer has just paid to, which tells the network. Returns the
 * address without what was pasted around it.
 */
export function judgeReturnAddress(
  typed: string,
  ours: string,
): { readonly address: string } | { readonly fault: 'wrong' | 'ours' } {
  const address = readWalletAddress(typed)
  const kind = ours.startsWith('0x') ? 'evm' : 'tron'
  const parsed = parseAddress(kind, address)
  if (parsed === null) return { fault: 'wrong' }
  return parsed === parseAddress(kind, ours) ? { fault: 'ours' } : { address }
}
