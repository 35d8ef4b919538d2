/** How a copy of the site on a foreign host finds the API. */
export type MirrorApi = {
  /** Origins, the preferred first. */
  readonly hosts: readonly string[]
  /** Where newer lists are looked for, and the key that signs them (SPKI of P-256, base64). */
  readonly manifestUrls: readonly string[]
  readonly manifestKey: string | null
}
/** What the operator has set (`settings.mirrors`). */
export type MirrorSettings = MirrorApi & {
  /** Origins of the copies: the API answers to their pages. */
  readonly origins: readonly string[]
}

/** A list of hosts, signed: `payload` is base64 of the JSON below, `signature` ECDSA P-256 with SHA-256 over its bytes. */
export type SignedHosts = { readonly payload: string; readonly signature: string }
export type HostList = {
  /** Only ever counts up: an older list is never taken again. */
  readonly version: number
  readonly hosts: readonly string[]
  /** ISO instant after which the list is not used any more. */
  readonly expiresAt: string
}

/** Answers without a body, so that a page can ask whether a host is reachable. Below the API's prefix. */
export const reachPath = '/mirror/reach'

/** Whether a text is the origin of a host over TLS: whoever sits on the line of any other reads tokens and passwords. */
function isSafeOrigin(value: unknown): value is string {
  try {
    return typeof value === 'string' && new URL(value).origin === value && value.startsWith('https:')
  } catch {
    return false
  }
}

/** The list inside a payload, or null if it is malformed, has expired, or is older than `knownVersion`. */
export function readHostList(json: string, knownVersion: number, now: number): HostList | null {
  try {
    const list = usableList(JSON.parse(json), now)
    return list && list.version >= knownVersion ? list : null
  } catch {
    return null
  }
}

/** A list that may be used at this moment: well-formed and not expired. Null for anything else. */
export function usableList(value: unknown, now: number): HostList | null {
  const { version, hosts, expiresAt } = (value ?? {}) as Partial<HostList>
  if (!Number.isSafeInteger(version)) return null
  if (!Array.isArray(hosts) || hosts.length === 0 || !hosts.every(isSafeOrigin)) return null
  if (typeof expiresAt !== 'string' || !(Date.parse(expiresAt) > now)) return null
  return { version: version as number, hosts, expiresAt }
}
