import { Resolver } from 'node:dns/promises'

const resolver = { timeout: 2_000, tries: 2 }
/** Maximum time in milliseconds to resolve a host name, for IPv4 and IPv6 together. */
const longestMs = 5_000
const mostAddresses = 32

/** Addresses of a host name. `isSure`: false if a name server failed, so there may be more addresses. */
export type Resolved = { readonly addresses: readonly string[]; readonly isSure: boolean }
export type ResolveName = (name: string) => Promise<Resolved>

/** True if the name servers answered that the host name has no address of this kind. False for any other error. */
const saysNone = (error: unknown): boolean => ['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '')

/**
 * Resolves IPv4 and IPv6 addresses of a host name. Asks name servers only, not the machine's hosts file. Never throws.
 */
export const resolveName: ResolveName = async (name) => {
  const asked = new Resolver(resolver)
  const limit = setTimeout(() => asked.cancel(), longestMs)
  const answers = await Promise.allSettled([asked.resolve4(name), asked.resolve6(name)])
  clearTimeout(limit)
  return {
    addresses: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])).slice(0, mostAddresses),
    isSure: answers.every((answer) => answer.status === 'fulfilled' || saysNone(answer.reason)),
  }
}
