import { reachPath, readHostList, usableList, type HostList, type MirrorApi, type SignedHosts } from '#shared/mirror.ts'
import { serverNow } from '#web/client/server-clock.ts'
import { timeLimit } from './time-limit.ts'

/** Time limit for each host that is tried, so that a blocked host causes no longer delay. */
const patienceMs = 3_000
const blockedForMs = 60 * 60_000
const refreshAfterMs = 24 * 60 * 60_000
const storageKey = 'mirror'

type Memory = {
  good?: string
  blocked?: Record<string, number>
  /** Last host list. It is kept after its expiry, because its version prevents a rollback to an older list. */
  list?: HostList
  refreshedAt?: number
}

function remember(change: (memory: Memory) => Memory): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(change(recall())))
  } catch {
    // Browser storage is blocked, so the next page searches again.
  }
}
function recall(): Memory {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Memory
  } catch {
    return {}
  }
}

/** Sorts API hosts in the order to try: the last one that answered, unknown ones, then blocked ones. */
export function orderHosts(hosts: readonly string[], { good, blocked = {} }: Memory, now: number): string[] {
  const rank = (host: string) => (host === good ? 0 : (blocked[host] ?? 0) > now ? 2 : 1)
  return [...hosts].sort((a, b) => rank(a) - rank(b))
}

let found: Promise<string> | null = null

export function findHost(api: MirrorApi, apiPrefix: string): Promise<string> {
  found ??= search(api, apiPrefix).catch((error: unknown) => {
    found = null
    throw error
  })
  return found
}

async function search(api: MirrorApi, apiPrefix: string): Promise<string> {
  const memory = recall()
  for (const host of orderHosts(usableList(memory.list, serverNow())?.hosts ?? api.hosts, memory, Date.now())) {
    try {
      // Tests the host with a harmless request first. A real call without an answer may have been carried out, so it
      // must not be repeated on another host.
      await fetch(host + apiPrefix + reachPath, { signal: timeLimit(patienceMs), cache: 'no-store' })
      remember((known) => ({ ...known, good: host }))
      void refreshList(api).catch(() => {})
      return host
    } catch {
      remember((known) => ({ ...known, blocked: { ...known.blocked, [host]: Date.now() + blockedForMs } }))
    }
  }
  throw new Error('no host of the API answers')
}

export function forgetHost(host: string): void {
  found = null
  remember((known) => {
    const blocked = { ...known.blocked, [host]: Date.now() + blockedForMs }
    return { ...known, good: '', blocked }
  })
}

/**
 * Looks for a newer host list unless one was accepted within the last day. Skips a URL without a validly signed list or
 * with an older one.
 */
export async function refreshList({ manifestUrls, manifestKey }: MirrorApi): Promise<void> {
  const { refreshedAt = 0, list } = recall()
  if (!manifestKey || Math.abs(Date.now() - refreshedAt) < refreshAfterMs) return
  for (const url of manifestUrls) {
    try {
      const answer = await fetch(url, { signal: timeLimit(patienceMs), cache: 'no-store' })
      const listed = await openHostList((await answer.json()) as SignedHosts, manifestKey, list?.version ?? 0)
      if (!listed) continue
      remember((known) => ({ ...known, refreshedAt: Date.now(), list: listed }))
      return
    } catch {
      // This URL has no valid list of hosts, so the loop tries the next one.
    }
  }
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

/**
 * Returns the host list of a signed file; null if its signature is invalid, it has expired or it is older than
 * `knownVersion`.
 */
export async function openHostList(
  { payload, signature }: SignedHosts,
  key: string,
  knownVersion: number,
): Promise<HostList | null> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('spki', bytesOf(key), algorithm, false, ['verify'])
  const bytes = bytesOf(payload)
  if (!(await crypto.subtle.verify(algorithm, imported, bytesOf(signature), bytes))) return null
  return readHostList(new TextDecoder().decode(bytes), knownVersion, serverNow())
}
