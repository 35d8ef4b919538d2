import { isIP } from 'node:net'
import { localNetworks, networkList, readableAddress, sameAddress } from '#server/platform/network.ts'
import type { Localized } from '#shared/language.ts'

type NodePlace = { readonly country: string; readonly city: Localized | null }
export type NodeHost = {
  /** IP address or host name by which apps reach the node. */
  readonly host: string
  readonly allowedNetworks: readonly string[]
  readonly place: NodePlace | null
  /** True if the node has called the server in the last minutes, so that people may be connected through it. */
  readonly isUp: boolean
}
export type ServerAddresses = {
  /**
   * City or country of each node's IP address (`sameAddress`). Null for an IP address without a place or with two
   * different places.
   */
  readonly places: ReadonlyMap<string, NodePlace | null>
  /** True if all IP addresses of the nodes are known. False if a node that is up may have further ones. */
  readonly isComplete: boolean
}

export const isName = (host: string): boolean => isIP(host) === 0

/**
 * Returns the IP address of a network that consists of one address only, which is the node itself. A wider network may
 * include strangers.
 */
const singleAddress = (network: string): string | null => {
  const [address = '', length] = network.split('/')
  const whole = isIP(address) === 4 ? '32' : '128'
  return length === undefined || length === whole ? address : null
}

const isSamePlace = (one: NodePlace | null, other: NodePlace | null): boolean =>
  one?.country === other?.country && one?.city?.en === other?.city?.en

/**
 * Lists the IP addresses of nodes. `resolved`: IP addresses found for host names so far. `unsure`: host names that may
 * have further IP addresses.
 */
export function listAddresses(
  nodes: readonly NodeHost[],
  resolved: ReadonlyMap<string, readonly string[]>,
  unsure: ReadonlySet<string>,
): ServerAddresses {
  const places = new Map<string, NodePlace | null>()
  for (const { host, allowedNetworks, place } of nodes)
    for (const written of [
      ...(isName(host) ? (resolved.get(host) ?? []) : [host]),
      ...allowedNetworks.map(singleAddress),
    ]) {
      const address = sameAddress(written ?? undefined)
      if (address === null) continue
      const known = places.get(address)
      places.set(address, known === undefined || isSamePlace(known, place) ? place : null)
    }
  return { places, isComplete: !nodes.some(({ host, isUp }) => isUp && unsure.has(host)) }
}

/**
 * Networks from which no request over the internet can come. Such a request was forwarded by a proxy, or made in the
 * operator's own network.
 */
const isLocal = networkList(localNetworks)

export type Connection = {
  readonly state: 'ours' | 'other' | 'local' | 'unknown' | 'off'
  readonly address: string | null
  readonly place: NodePlace | null
}

/**
 * Tells whether a caller is connected through one of the shop's servers. A local address never counts as connected:
 * behind a proxy that does not forward the caller's address, everybody would seem connected. `isExit`: the IP address
 * is in the operator's list of VPN exits.
 */
export function findConnection(
  caller: string | undefined,
  { places, isComplete }: ServerAddresses,
  isExit: boolean,
): Connection {
  const address = readableAddress(caller)
  const answer = (state: Connection['state'], place: NodePlace | null = null) => ({ state, address, place })
  if (address === null) return answer('unknown')
  if (isLocal(address)) return answer('local')
  const place = places.get(sameAddress(address) ?? '')
  if (place !== undefined || isExit) return answer('ours', place ?? null)
  return answer(isComplete ? 'other' : 'unknown')
}

/**
 * Maximum number of connection checks from one network in a minute. A page checks again whenever its visitor returns to
 * it.
 */
const checksAMinute = 30
/** Factor by which the limit is higher for the IP address of a node, because many customers share it. */
const sharedFactor = 20
const minuteMs = 60_000
const mostNetworks = 20_000

/** Counts connection checks by network. The counts are only in this process's memory. */
export class ConnectionChecks {
  readonly #counts = new Map<string, number>()
  #since = Number.NEGATIVE_INFINITY

  /**
   * Counts a connection check of a network; false if the network has checked too often. `now`: milliseconds of a
   * monotonic clock.
   */
  admit(network: string, isShared: boolean, now: number): boolean {
    if (now - this.#since >= minuteMs) {
      this.#counts.clear()
      this.#since = now
    }
    // Counts all networks beyond `mostNetworks` together as one, so that memory stays bounded.
    const counted = this.#counts.has(network) || this.#counts.size < mostNetworks ? network : 'others'
    const count = (this.#counts.get(counted) ?? 0) + 1
    this.#counts.set(counted, count)
    return count <= checksAMinute * (isShared || counted === 'others' ? sharedFactor : 1)
  }
}
