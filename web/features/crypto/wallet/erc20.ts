/** Function selectors of ERC-20: the first four bytes of the hash of each function's signature. */
const selectors = { transfer: 'a9059cbb', balanceOf: '70a08231' }

const word = (hex: string) => hex.padStart(64, '0')

/**
 * Encodes a wallet address for contract call data. Throws if it is invalid, so that no money goes to a wrong address.
 */
function addressWord(address: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new RangeError(`not an address: ${address}`)
  return word(address.slice(2).toLowerCase())
}

export const transferData = (to: string, amount: bigint): string =>
  `0x${selectors.transfer}${addressWord(to)}${word(amount.toString(16))}`

export const balanceData = (owner: string): string => `0x${selectors.balanceOf}${addressWord(owner)}`

export const toHex = (value: bigint | number): string => `0x${value.toString(16)}`

/**
 * Parses a hex number such as "0x1a"; null for anything else, such as the "0x" that an address without a contract
 * returns.
 */
export const fromHex = (value: unknown): bigint | null =>
  typeof value === 'string' && /^0x[0-9a-fA-F]+$/.test(value) ? BigInt(value) : null
