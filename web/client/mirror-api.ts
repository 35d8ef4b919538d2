import { reachPath, readHostList, usableList, type HostList, type MirrorApi, type SignedHosts } from '#shared/mirror.ts'
import { serverNow } from '#web/client/server-clock.ts'
import { timeLimit } from '#web/client/time-limit.ts'

/** One blocked host costs a visitor no more than this, once. */
const patienceMs = 3_000
const blockedForMs = 60 * 60_000
const refreshAfterMs = 24 * 60 * 60_000
const storageKey = 'mirror'

type Memory = {
  /** The host that answered last. */
  good?: string
  /** Host → until when it is not tried first. */
  blocked?: Record<string, number>
  /** Kept after it has expired, for its version: an older list is never taken. */
  list?: HostList
  refreshedAt?: number
}

function remember(change: (memory: Memory) => Memory): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(change(recall())))
  } catch {
    // Storage is blocked: the next page asks again.
  }
}
function recall(): Memory {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Memory
  } catch {
    return {}
  }
}

/** Hosts in the order to try: the one that answered, those not known as blocked, the blocked ones. */
export function orderHosts(hosts: readonly string[], { good, blocked = {} }: Memory, now: number): string[] {
  const rank = (host: string) => (host === good ? 0 : (blocked[host] ?? 0) > now ? 2 : 1)
  return [...hosts].sort((a, b) => rank(a) - rank(b))
}

let found: Promise<string> | null = null

/** The origin of a host that answers. Rejects where none does. */
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
      // Asked first, because a call that got no answer may have been carried out: only this question is ever repeated.
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

/** The host stopped answering: the next call looks for another. */
export function forgetHost(host: string): void {
  found = null
  remember((known) => {
    const blocked = { ...known.blocked, [host]: Date.now() + blockedForMs }
    return { ...known, good: '', blocked }
  })
}

/**
 * Looks for a newer list of hosts, at most once a day. Takes only a list with a valid signature; an address that serves
 * anything else, or an older list, does not stop the search.
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
      // The next address may be reachable.
    }
  }
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

/** The list in a manifest, if it was signed with the key, has not expired and is not older than `knownVersion`; null otherwise. */
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
