export type MirrorApi = {
  readonly hosts: readonly string[]
  /** URLs of newer host lists, and the key that verifies them (SPKI of P-256, base64). */
  readonly manifestUrls: readonly string[]
  readonly manifestKey: string | null
}
/** Value of `settings.mirrors`, set by the operator. */
export type MirrorSettings = MirrorApi & {
  /** Origins of the copies, allowed by CORS. */
  readonly origins: readonly string[]
}

/** Signed host list: `payload` is base64 of the `HostList` JSON; `signature` is ECDSA P-256 with SHA-256 over its bytes. */
export type SignedHosts = { readonly payload: string; readonly signature: string }
export type HostList = {
  /** Increases only; older lists are rejected. */
  readonly version: number
  readonly hosts: readonly string[]
  /** ISO time after which the list is no longer used. */
  readonly expiresAt: string
}

/** Returns an empty response, so a page can test if a host is reachable. Relative to the API prefix. */
export const reachPath = '/mirror/reach'

/** True for an HTTPS origin. Without TLS, anyone on the network could read passwords and tokens. */
function isSafeOrigin(value: unknown): value is string {
  try {
    return typeof value === 'string' && new URL(value).origin === value && value.startsWith('https:')
  } catch {
    return false
  }
}

/** Parses a payload; null if it is malformed, expired, or older than `knownVersion`. */
export function readHostList(json: string, knownVersion: number, now: number): HostList | null {
  try {
    const list = usableList(JSON.parse(json), now)
    return list && list.version >= knownVersion ? list : null
  } catch {
    return null
  }
}

/** Returns the value if it is a well-formed, unexpired list; otherwise null. */
export function usableList(value: unknown, now: number): HostList | null {
  const { version, hosts, expiresAt } = (value ?? {}) as Partial<HostList>
  if (!Number.isSafeInteger(version)) return null
  if (!Array.isArray(hosts) || hosts.length === 0 || !hosts.every(isSafeOrigin)) return null
  if (typeof expiresAt !== 'string' || !(Date.parse(expiresAt) > now)) return null
  return { version: version as number, hosts, expiresAt }
}
