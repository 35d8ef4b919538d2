import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, Identifier, SupportStatement } from '@mdn/browser-compat-data'

export type Floor = { readonly chrome: string; readonly firefox: string; readonly safari: string }
/** Oldest fully supported browsers of the site. `vite.config.ts` compiles syntax for the same versions. */
export const floor: Floor = { chrome: '91', firefox: '91', safari: '15' }
/** Oldest browsers for the operator console; `console/main.tsx` shows a notice in older ones. */
export const consoleFloor: Floor = { chrome: '110', firefox: '121', safari: '17' }
/** Browsers of each engine, by their names in the compatibility data. Those on phones have the same version numbers. */
const browsersOf = {
  chrome: ['chrome', 'chrome_android', 'webview_android'],
  firefox: ['firefox', 'firefox_android'],
  safari: ['safari', 'safari_ios'],
} as const

type NewerBuiltIn = {
  /** Global object that owns the built-in; null if it is a global itself. */
  readonly owner: string | null
  readonly name: string
  readonly isStatic: boolean
  readonly isLanguage: boolean
}
export type BuiltIn = NewerBuiltIn & {
  readonly inFloor: boolean
  /** True if all three engines support the built-in today, so that developers use it without checking. */
  readonly isEverywhere: boolean
}

/**
 * True if Node has the built-in as a static member, because the compatibility data does not mark static members of the
 * language.
 */
function isStaticOfLanguage(owner: string, name: string): boolean {
  let at: unknown = globalThis
  for (const part of owner.split('.')) at = (at as Record<string, unknown> | undefined)?.[part]
  return at !== undefined && Object.hasOwn(at as object, name)
}

const partsOf = (version: string): readonly number[] => version.replace('≤', '').split('.').map(Number)
function isAtMost(version: string, bound: string): boolean {
  const [major = 0, minor = 0] = partsOf(version)
  const [boundMajor = 0, boundMinor = 0] = partsOf(bound)
  return major < boundMajor || (major === boundMajor && minor <= boundMinor)
}

function isThere(support: SupportStatement | undefined, bound: string): boolean {
  if (support === undefined) return false
  return [support].flat().some((statement) => {
    const added = statement.version_added
    if (typeof added !== 'string' || added === 'preview') return false
    // Ignores support behind a flag, under another name, or later removed.
    if (statement.flags || statement.prefix || statement.alternative_name || statement.version_removed) return false
    return isAtMost(added, bound)
  })
}

/** False for entries of the compatibility data that are no members: events, options, notes. */
const isMember = (name: string): boolean => /^[A-Za-z]\w*$/.test(name) && !/_/.test(name)

const engines = ['chrome', 'firefox', 'safari'] as const
export const isInFloor = ({ support }: CompatStatement, oldest: Floor): boolean =>
  engines.every((engine) => browsersOf[engine].every((browser) => isThere(support[browser], oldest[engine])))
const isEverywhere = ({ support }: CompatStatement): boolean =>
  engines.every((browser) => isThere(support[browser], '9999'))

// oxlint-disable-next-line no-underscore-dangle -- the compatibility data uses this name
const compatOf = (entry: Identifier): CompatStatement | undefined => entry.__compat

export function listBuiltIns(oldest: Floor = floor): readonly BuiltIn[] {
  const { api, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData
  const found: BuiltIn[] = []
  const addOwner = (owner: string, entry: Identifier, isLanguage: boolean) => {
    const add = (key: string, compat: CompatStatement | undefined) => {
      if (!compat) return
      const name = key.replace(/_static$/, '')
      const isGlobal = key === owner
      const isStatic = !isGlobal && (isLanguage ? isStaticOfLanguage(owner, name) : key !== name)
      const facts = { isStatic, isLanguage, inFloor: isInFloor(compat, oldest), isEverywhere: isEverywhere(compat) }
      found.push({ owner: isGlobal ? null : owner, name, ...facts })
    }
    add(owner, compatOf(entry))
    for (const [key, member] of Object.entries(entry))
      if (key !== owner && isMember(key.replace(/_static$/, ''))) add(key, compatOf(member as Identifier))
  }
  for (const [owner, entry] of Object.entries(api)) addOwner(owner, entry as Identifier, false)
  for (const [owner, entry] of Object.entries(javascript.builtins ?? {})) {
    addOwner(owner, entry as Identifier, true)
    if (owner === 'Intl')
      for (const [name, inner] of Object.entries(entry as Identifier))
        if (/^[A-Z]/.test(name)) addOwner(`Intl.${name}`, inner as Identifier, true)
  }
  return found
}
