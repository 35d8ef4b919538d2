import { sha256 } from '@noble/hashes/sha2'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'

export type ChainAddress = `0x${string}`
export type NetworkKind = 'evm' | 'tron'

const plain = /^0x[0-9a-f]{40}$/
export const isChainAddress = (text: string): text is ChainAddress => plain.test(text)

/** Returns a wallet address with its EIP-55 checksum, which is encoded in the choice of capital letters. */
function toChecksumAddress(address: ChainAddress): string {
  const hex = address.slice(2)
  const digest = bytesToHex(keccak_256(utf8ToBytes(hex)))
  return `0x${Array.from(hex, (digit, at) => (parseInt(digest.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const checksumOf = (bytes: Uint8Array) => sha256(sha256(bytes)).subarray(0, 4)
const tronPrefix = 0x41

function toTronAddress(address: ChainAddress): string {
  const body = concatBytes(Uint8Array.of(tronPrefix), hexToBytes(address.slice(2)))
  let rest = BigInt(`0x${bytesToHex(concatBytes(body, checksumOf(body)))}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = alphabet.charAt(Number(rest % 58n)) + text
  return text
}

function fromTronAddress(text: string): ChainAddress | null {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return null
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(alphabet.indexOf(letter))
  const hex = value.toString(16).padStart(50, '0')
  if (hex.length !== 50) return null
  const body = hexToBytes(hex.slice(0, 42))
  if (body[0] !== tronPrefix || bytesToHex(checksumOf(body)) !== hex.slice(42)) return null
  return `0x${hex.slice(2, 42)}`
}

/**
 * Parses a wallet address. Null if it is malformed or its checksum is wrong; a lower-case EVM address has no checksum.
 */
export function parseAddress(kind: NetworkKind, text: string): ChainAddress | null {
  if (kind === 'tron') return fromTronAddress(text)
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null
  const address: ChainAddress = `0x${text.slice(2).toLowerCase()}`
  return text === address || text === toChecksumAddress(address) ? address : null
}

export const formatAddress = (kind: NetworkKind, address: ChainAddress): string =>
  kind === 'tron' ? toTronAddress(address) : toChecksumAddress(address)
