import type { ComponentType } from 'react'
import type { Language } from '#shared/language.ts'
import type * as storageKeys from '#web/client/storage-keys.ts'

/** What every island's component receives beside its own props. */
export type IslandContext<T> = {
  readonly t: T
  readonly language: Language
  /** '' | '/en' | '/zh-CN': goes before the path of every link to a public page. */
  readonly base: string
}
/** One dynamic import per language, so that a browser loads one catalogue only. */
export type IslandTexts<T> = Readonly<Record<Language, () => Promise<{ readonly default: T }>>>

export type IslandDefinition<P extends object = object, T = unknown> = {
  /** The file's name without extension. */
  readonly name: string
  readonly component: ComponentType<P & IslandContext<T>>
  readonly texts: IslandTexts<T>
  /** Of a part that a plain script runs (the file beside it, `.ts`): what it says, sent along as data. */
  readonly words?: (t: T) => object
}

/**
 * When an island runs before anyone reaches for it: always, or where this visit knows what the server did not. That is
 * something stored by this site, `?` a parameter of the address, `~` the app that shows the page.
 */
export type Due = 'now' | (typeof storageKeys)[keyof typeof storageKeys] | `${'?' | '~'}${string}`

/** Of these, what can be known before anything is painted. */
export type DueAtOnce = Exclude<Due, 'now' | `~${string}`>

/** Islands that a rendering process has seen; it loads their catalogues before it renders. Stays empty in the browser. */
export const definedIslands: { name: string; texts: IslandTexts<unknown> }[] = []

/**
 * Declares an island: a piece of a public page that React takes over in the browser, once someone reaches for it.
 * Props cross as JSON. The component renders the same HTML on the server: no clock, no storage, no window while rendering.
 */
export function defineIsland<P extends object, T>(definition: IslandDefinition<P, T>): IslandDefinition<P, T> {
  if (import.meta.env.SSR) definedIslands.push(definition)
  return definition
}
