import { isIP } from 'node:net'

/**
 * True if the request uses `localhost` or an IP address. Another name may belong to an attacker and resolve to this
 * machine (DNS rebinding), so their page could read the outbox's codes.
 */
export function isLocalHost(host: string | undefined): boolean {
  const name = (host ?? '').replace(/:\d{1,5}$/, '')
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
}
