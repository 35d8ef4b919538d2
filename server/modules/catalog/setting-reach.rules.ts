import { hostsOf } from '#shared/link-hosts.ts'
import type { PageTexts } from '#shared/site.ts'

/** Settings with hosts, keys and scripts of other companies. Every change to them affects whom users trust. */
const trusted: readonly string[] = ['mirrors', 'chat']

type SettingReach = 'none' | 'links' | 'hosts'

/**
 * Tells how far a changed setting reaches. `hosts`: pages load from other hosts, or send passwords and tokens there.
 * `links`: pages link to a new host. Turning off the chat is `none`.
 */
export function reachOfSetting(name: string, before: unknown, after: unknown): SettingReach {
  if (JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return 'none'
  if (trusted.includes(name)) return name === 'chat' && after === null ? 'none' : 'hosts'
  // A logo loads nothing from another host. The URLs in its SVG are names of namespaces, which browsers never open.
  if (name === 'mark') return 'none'
  if (name === 'pageTexts') return reachOfSetting('sentences', sentencesOf(before), sentencesOf(after))
  const hosts = hostsOf(after)
  // The banner is shown on every page, so each change of its link counts.
  if (name === 'notice') return hosts.length > 0 ? 'hosts' : 'none'
  const known = hostsOf(before)
  return hosts.some((host) => !known.includes(host)) ? 'links' : 'none'
}

/** Returns the operator's sentences without their keys, because the keys look like host names. */
export const sentencesOf = (pageTexts: unknown): string[] =>
  Object.values((pageTexts ?? {}) as PageTexts).flatMap((texts) => Object.values(texts))
