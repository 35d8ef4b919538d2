import { widthsOf } from '#server/platform/network.ts'
import { readNumber, readReport } from './usage.rules.ts'

/** A link in use from an address, as a node saw it. */
export type Seen = { readonly number: number; readonly address: string }

/** More addresses than one link is used from at once. */
const maxAddresses = 32

/** `{number: [address]}`; null where it is not that. Ports and the dress of IPv6 around IPv4 are taken off. */
export function readAlive(body: unknown): { numbers: number[]; seen: Seen[] } | null {
  const entries = readReport(body)
  if (!entries) return null
  const numbers: number[] = []
  const seen: Seen[] = []
  for (const [key, value] of entries) {
    const number = readNumber(key)
    if (number === null || !Array.isArray(value)) continue
    numbers.push(number)
    const texts = value.slice(0, maxAddresses).filter((text): text is string => typeof text === 'string')
    const addresses = new Set(texts.map((text) => widthsOf(text)[0] as string).filter((one) => one !== 'unknown'))
    seen.push(...[...addresses].map((address) => ({ number, address })))
  }
  return { numbers, seen }
}
