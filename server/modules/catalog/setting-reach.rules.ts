import { hostsOf } from '#shared/link-hosts.ts'

/** Hosts, keys and scripts of others: any change of these is a change of whom everyone trusts. */
const trusted: readonly string[] = ['mirrors', 'chat']

export type SettingReach = 'none' | 'links' | 'hosts'

/**
 * How far a new value of a setting reaches. `hosts`: what pages load, or send passwords and tokens to. `links`: it leads to a host to
 * which the one before did not. To switch the chat off reaches no one.
 */
export function reachOfSetting(name: string, before: unknown, after: unknown): SettingReach {
  if (JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return 'none'
  if (trusted.includes(name)) return name === 'chat' && after === null ? 'none' : 'hosts'
  const hosts = hostsOf(after)
  // A notice is put above every page anew each time, so its link is looked at anew.
  if (name === 'notice') return hosts.length > 0 ? 'hosts' : 'none'
  const known = hostsOf(before)
  return hosts.some((host) => !known.includes(host)) ? 'links' : 'none'
}
