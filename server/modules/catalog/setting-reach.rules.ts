import { hostsOf } from '#shared/link-hosts.ts'
import type { PageTexts } from '#shared/site.ts'

/** Settings with hosts, keys and scripts of others. Every change to them affects what users trust. */
const trusted: readonly string[] = ['mirrors', 'chat']

export type SettingReach = 'none' | 'links' | 'hosts'

/**
 * Reach of a changed setting. `hosts`: pages load from other hosts, or send passwords and tokens there. `links`: pages
 * link to a new host. Turning off the chat reaches nothing.
 */
export function reachOfSetting(name: string, before: unknown, after: unknown): SettingReach {
  if (JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return 'none'
  if (trusted.includes(name)) return name === 'chat' && after === null ? 'none' : 'hosts'
  // A mark reaches no host: it loads nothing, and the addresses of namespaces in its drawing are never opened.
  if (name === 'mark') return 'none'
  if (name === 'pageTexts') return reachOfSetting('sentences', sentencesOf(before), sentencesOf(after))
  const hosts = hostsOf(after)
  // The notice is shown on every page, so each change of its link counts.
  if (name === 'notice') return hosts.length > 0 ? 'hosts' : 'none'
  const known = hostsOf(before)
  return hosts.some((host) => !known.includes(host)) ? 'links' : 'none'
}

/** Sentences of the operator without their keys, because the keys look like host names. */
export const sentencesOf = (pageTexts: unknown): string[] =>
  Object.values((pageTexts ?? {}) as PageTexts).flatMap((texts) => Object.values(texts))
