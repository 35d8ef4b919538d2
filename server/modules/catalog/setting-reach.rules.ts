import { hostsOf } from '#shared/link-hosts.ts'

/** Settings with foreign hosts, keys and scripts: every change affects what users trust. */
const trusted: readonly string[] = ['mirrors', 'chat']

export type SettingReach = 'none' | 'links' | 'hosts'

/**
 * Reach of a changed setting. `hosts`: what pages load or send passwords and tokens to. `links`: links to a new host.
 * Turning off the chat has none.
 */
export function reachOfSetting(name: string, before: unknown, after: unknown): SettingReach {
  if (JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return 'none'
  if (trusted.includes(name)) return name === 'chat' && after === null ? 'none' : 'hosts'
  const hosts = hostsOf(after)
  // A notice is on every page, so its link counts each time.
  if (name === 'notice') return hosts.length > 0 ? 'hosts' : 'none'
  const known = hostsOf(before)
  return hosts.some((host) => !known.includes(host)) ? 'links' : 'none'
}
