import type { ComponentType } from 'react'
import type { Language } from '#shared/language.ts'
import type * as storageKeys from '#web/client/storage-keys.ts'

type IslandContext<T> = {
  readonly t: T
  readonly language: Language
  /** Path prefix of links to public pages: '' | '/en' | '/zh-CN'. */
  readonly base: string
}
/** Functions that import an island's text catalogue, one for each language, so that a browser loads only one. */
type IslandTexts<T> = Readonly<Record<Language, () => Promise<{ readonly default: T }>>>

export type IslandDefinition<P extends object = object, T = unknown> = {
  readonly name: string
  readonly component: ComponentType<P & IslandContext<T>>
  readonly texts: IslandTexts<T>
  /**
   * Returns the texts, sent as page data, for an island that is run by a script without React (the `.ts` file beside
   * it).
   */
  readonly words?: (t: T) => object
}

/**
 * Condition to start an island before the first interaction: `now`, a storage key that is set, or `?` with a query
 * parameter.
 */
export type Due = 'now' | (typeof storageKeys)[keyof typeof storageKeys] | `?${string}`

/** Conditions for an island that can be checked before the first paint. */
export type DueAtOnce = Exclude<Due, 'now'>

/** Islands found during rendering on the server, whose text catalogues it must load. Empty in the browser. */
export const definedIslands: { name: string; texts: IslandTexts<unknown> }[] = []

/**
 * Declares an island: a part of a public page that React hydrates on the first interaction. Props are sent as JSON.
 * Rendering must not use clock, storage or window, so that server and browser produce the same HTML.
 */
export function defineIsland<P extends object, T>(definition: IslandDefinition<P, T>): IslandDefinition<P, T> {
  if (import.meta.env.SSR) definedIslands.push(definition)
  return definition
}
