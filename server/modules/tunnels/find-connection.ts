import { isIP } from 'node:net'
import { localNetworks, networkList, readableAddress, sameAddress } from '#server/platform/network.ts'
import type { Localized } from '#shared/language.ts'

export type NodePlace = { readonly country: string; readonly city: Localized | null }
export type NodeHost = {
  /** Address or name by which apps reach the node. */
  readonly host: string
  readonly allowedNetworks: readonly string[]
  readonly place: NodePlace | null
  /** True if the node has called in the last minutes, so that people may be connected through it. */
  readonly isUp: boolean
}
export type ServerAddresses = {
  /** Place of each node address (`sameAddress`). Null for an address without a place or with two different ones. */
  readonly places: ReadonlyMap<string, NodePlace | null>
  /** True if all addresses of the nodes are known; false if a node that is up may have further ones. */
  readonly isComplete: boolean
}

export const isName = (host: string): boolean => isIP(host) === 0

/** A network of one address is the node itself; a wider one may be shared with strangers. */
const singleAddress = (network: string): string | null => {
  const [address = '', length] = network.split('/')
  const whole = isIP(address) === 4 ? '32' : '128'
  return length === undefined || length === whole ? address : null
}

const isSamePlace = (one: NodePlace | null, other: NodePlace | null): boolean =>
  one?.country === other?.country && one?.city?.en === other?.city?.en

/**
 * Lists the addresses of nodes. `resolved`: addresses of names as far as they are known; `unsure`: names of which there
 * may be more addresses.
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

/** Networks that no request from the internet comes from: it was forwarded, or made in the operator's own network. */
const isLocal = networkList(localNetworks)

export type Connection = {
  readonly state: 'ours' | 'other' | 'local' | 'unknown' | 'off'
  readonly address: string | null
  readonly place: NodePlace | null
}

/**
 * Tells whether a caller came through a server of the operator. A local address never counts as one: behind a proxy
 * that forwards no address, everybody would seem connected. `isExit`: the address is in the operator's list of exits.
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

/** Maximum connection checks of one network in a minute. A page checks again whenever its visitor returns to it. */
const checksAMinute = 30
/** Factor by which the limit is higher for the address of a node, because many customers share it. */
const sharedFactor = 20
const minuteMs = 60_000
const mostNetworks = 20_000

/** Counts checks by network in this process, in memory alone. */
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
