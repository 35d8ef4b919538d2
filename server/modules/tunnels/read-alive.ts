import { widthsOf } from '#server/platform/network.ts'
import { readNumber } from './usage.rules.ts'

/** A link and the addresses from which it is in use, as a node saw it. */
export type Alive = { readonly number: number; readonly addresses: readonly string[] }

/** More addresses than one link is used from at once. */
const maxAddresses = 32

/** Reads `[address]` of one line, without ports and without the dress of IPv6 around IPv4; null for what cannot be. */
export function readAlive(key: string, value: unknown): Alive | null {
  const number = readNumber(key)
  if (number === null || !Array.isArray(value)) return null
  const texts = value.slice(0, maxAddresses).filter((text): text is string => typeof text === 'string')
  const addresses = new Set(texts.map((text) => widthsOf(text)[0] as string).filter((one) => one !== 'unknown'))
  return { number, addresses: [...addresses] }
}
