import { isIP } from 'node:net'

/**
 * Whether a request names this machine by `localhost` or by a number. Any other name may be a stranger's, who lets it point here: then a
 * page of theirs could read the codes of the outbox (DNS rebinding).
 */
export function isLocalHost(host: string | undefined): boolean {
  const name = (host ?? '').replace(/:\d{1,5}$/, '')
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
}
