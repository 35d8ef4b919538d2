import { widthsOf } from '#server/platform/network.ts'
import { readNumber } from './usage.rules.ts'

/** Addresses from which a link is in use, as reported by a node. */
export type Alive = { readonly number: number; readonly addresses: readonly string[] }

/** Upper bound of addresses of one link. */
const maxAddresses = 32

/** Reads the addresses of a line, without ports and with IPv4-mapped IPv6 as IPv4; null if invalid. */
export function readAlive(key: string, value: unknown): Alive | null {
  const number = readNumber(key)
  if (number === null || !Array.isArray(value)) return null
  const texts = value.slice(0, maxAddresses).filter((text): text is string => typeof text === 'string')
  const addresses = new Set(texts.map((text) => widthsOf(text)[0] as string).filter((one) => one !== 'unknown'))
  return { number, addresses: [...addresses] }
}
