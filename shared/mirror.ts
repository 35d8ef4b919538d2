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
  /** ISO instant after which the list is stale. */
  readonly expiresAt: string
}

/** Answers without a body, so that a page can ask whether a host is reachable. Below the API's prefix. */
export const reachPath = '/mirror/reach'

const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value)

/** The list inside a payload, or null if it does not hold together, is stale, or is not newer than what is known. */
export function readHostList(json: string, knownVersion: number, now: number): HostList | null {
  let list: Partial<HostList>
  try {
    list = JSON.parse(json) as Partial<HostList>
  } catch {
    return null
  }
  const { version, hosts, expiresAt } = list
  if (!Number.isSafeInteger(version) || (version as number) <= knownVersion) return null
  if (!Array.isArray(hosts) || hosts.length === 0 || !hosts.every(isOrigin)) return null
  if (typeof expiresAt !== 'string' || !(Date.parse(expiresAt) > now)) return null
  return { version: version as number, hosts, expiresAt }
}
