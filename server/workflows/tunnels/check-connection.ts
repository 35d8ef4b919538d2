import { AppError } from '#shared/errors.ts'
import { findConnection, type Connection, type ConnectionChecks } from '#server/modules/tunnels/find-connection.ts'
import type { ServerAddressBook } from '#server/modules/tunnels/server-addresses.ts'
import { networkOf } from '#server/platform/network.ts'

export type ConnectionDeps = {
  readonly addresses: ServerAddressBook
  readonly checks: ConnectionChecks
  /** True for an IP address in the operator's list of VPN exits. */
  readonly isExit: (address: string | undefined) => boolean
  readonly hasExits: boolean
}

/**
 * Tells a caller whether the call came through one of the operator's servers. Counts tries in memory and stores
 * nothing. Throws `TooManyRequests`.
 */
export async function checkConnection(
  { addresses, checks, isExit, hasExits }: ConnectionDeps,
  caller: string,
): Promise<Connection> {
  const known = await addresses.read()
  if (!known && !hasExits) return { state: 'off', address: null, place: null }
  const found = findConnection(caller, known ?? { places: new Map(), isComplete: true }, isExit(caller))
  if (!checks.admit(networkOf(caller), found.state === 'ours', performance.now()))
    throw new AppError('TooManyRequests', {}, { retryAfterSeconds: 60 })
  return found
}
