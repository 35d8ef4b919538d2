/** The two calls of ERC-20 that a payment needs, by the first four bytes of their signatures' hashes. */
const selectors = { transfer: 'a9059cbb', balanceOf: '70a08231' }

const word = (hex: string) => hex.padStart(64, '0')

/** An address as one word of call data; throws where it is none, so that no money goes to a made-up place. */
function addressWord(address: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new RangeError(`not an address: ${address}`)
  return word(address.slice(2).toLowerCase())
}

/** Call data of `transfer(to, amount)`; `amount` in base units. */
export const transferData = (to: string, amount: bigint): string =>
  `0x${selectors.transfer}${addressWord(to)}${word(amount.toString(16))}`

/** Call data of `balanceOf(owner)`. */
export const balanceData = (owner: string): string => `0x${selectors.balanceOf}${addressWord(owner)}`

export const toHex = (value: bigint | number): string => `0x${value.toString(16)}`

/** A number as nodes answer it ("0x1a"); null for anything else, such as the "0x" of an account without code. */
export const fromHex = (value: unknown): bigint | null =>
  typeof value === 'string' && /^0x[0-9a-fA-F]+$/.test(value) ? BigInt(value) : null
