export type MirrorApi = {
  readonly hosts: readonly string[]
  /** URLs of newer mirror lists (other hosts of this site), and the key that verifies them (SPKI of P-256, base64). */
  readonly manifestUrls: readonly string[]
  readonly manifestKey: string | null
}
export type MirrorSettings = MirrorApi & {
  readonly origins: readonly string[]
}

/**
 * Signed list of mirrors: `payload` is base64 of the `HostList` JSON; `signature` is ECDSA P-256 with SHA-256 over its
 * bytes.
 */
export type SignedHosts = { readonly payload: string; readonly signature: string }
export type HostList = {
  /** Version of the list of mirrors. It only increases, and browsers reject older lists. */
  readonly version: number
  readonly hosts: readonly string[]
  readonly expiresAt: string
}

/** Path relative to the API prefix that returns an empty response, so that a page can test whether a host is reachable. */
export const reachPath = '/mirror/reach'

/** True for an HTTPS origin. Without TLS, anyone on the network could read passwords and tokens. */
function isSafeOrigin(value: unknown): value is string {
  try {
    return typeof value === 'string' && new URL(value).origin === value && value.startsWith('https:')
  } catch {
    return false
  }
}

export function readHostList(json: string, knownVersion: number, now: number): HostList | null {
  try {
    const list = usableList(JSON.parse(json), now)
    return list && list.version >= knownVersion ? list : null
  } catch {
    return null
  }
}

export function usableList(value: unknown, now: number): HostList | null {
  const { version, hosts, expiresAt } = (value ?? {}) as Partial<HostList>
  if (!Number.isSafeInteger(version)) return null
  if (!Array.isArray(hosts) || hosts.length === 0 || !hosts.every(isSafeOrigin)) return null
  if (typeof expiresAt !== 'string' || !(Date.parse(expiresAt) > now)) return null
  return { version: version as number, hosts, expiresAt }
}
