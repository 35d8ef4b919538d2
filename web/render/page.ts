import { createContext, useContext, type ComponentType } from 'react'
import type { Language } from '#shared/language.ts'
import type { SiteAssets, SiteData, SiteGroup } from '#shared/site.ts'
import type { DueAtOnce } from '#web/islands/define-island.ts'
import type { LinkPicture } from './link-pictures.ts'

/** What a public page is rendered from. `t` is the page's own catalogue in the visitor's language. */
export type PageProps<T> = {
  readonly t: T
  readonly language: Language
  readonly data: SiteData
  /** Goes before links to public pages: '' | '/en' | '/zh-CN'. */
  readonly base: string
  /** Goes before the path in absolute addresses; differs from `base` on a mirror, whose links are relative. */
  readonly prefix: string
  /** Without the language prefix. */
  readonly path: string
  /** ISO date, in Chinese of China, else in UTC. */
  readonly today: string
  /** For the page of a failure. */
  readonly requestId?: string | undefined
  /** For the page of a group's link. */
  readonly group?: SiteGroup | null | undefined
}

/** What an app shows of a link before it is opened. */
export type LinkPreview = {
  readonly title: string
  /** Below the site's origin. */
  readonly path: string
  readonly pictures: SiteGroup['pictures']
  readonly pictureText: string
}

export type Page<T> = {
  /** Addresses that this page answers, without language prefix; `:name` stands for one segment, a last `*` for the rest. */
  readonly paths: readonly string[]
  readonly texts: Readonly<Record<Language, T>>
  readonly head: (props: PageProps<T>) => {
    readonly title: string
    readonly description: string
    /** Of a page that has an address of its own for everyone it is shared with; in place of `picture`. */
    readonly preview?: LinkPreview
  }
  readonly component: ComponentType<PageProps<T>>
  /** `bare`: outside the site's frame; the mark, the other language and a way home. */
  readonly shell?: 'bare'
  readonly status?: 200 | 403 | 404 | 405 | 500
  /** Kept away from search engines; has no twins under /en and /zh-CN in their eyes. */
  readonly noindex?: true
  /** Scripts in the browser need `PageData`: pages with islands, with prefetch, and the account area. */
  readonly prefetches?: true
  /** Starts the account area's scripts. */
  readonly account?: true
  /** Where data decides what exists: the only addresses that answer. Without it every match of `paths` does. */
  readonly instances?: (data: SiteData) => readonly string[]
  /** File in `web/pages` (without extension) that answers what matches `paths` and is no instance, in place of the dead end. */
  readonly missing?: string
  /** Former addresses, or short ones, and where they lead. */
  readonly moved?: Readonly<Record<string, string>>
  /** File in `web/enhance/lazy` (without extension) that runs on this page; by the data where it says on what that depends. */
  readonly script?: string | ((data: SiteData) => string | undefined)
  /** Needs to know the visitor's operating system before it is painted: `data-os` on the root. */
  readonly knowsSystem?: true
  /** What makes it another page before any script of a file runs, by CSS alone: where one of them holds, `data-linked` stands on the root. */
  readonly linkedBy?: readonly DueAtOnce[]
  /** Structured data for search engines, in place of the breadcrumbs that every other page has. */
  readonly schema?: (props: PageProps<T>) => readonly object[]
  /** Picture for links that are shared, see `web/render/link-pictures.ts`. */
  readonly picture?: LinkPicture
  /** Addresses elsewhere that this page's scripts call: their origins stand in its content security policy alone. */
  readonly connects?: (data: SiteData) => readonly string[]
  /** The chat is never offered where someone pays or resets a password. */
  readonly chat?: 'never'
}

/** Declares a public page: the default export of a file in `web/pages`. */
export const definePage = <T>(page: Page<T>): Page<T> => page

export type RenderContext = {
  readonly language: Language
  readonly base: string
  readonly assets: SiteAssets
  /** Catalogues of the islands, by island and language. */
  readonly islandTexts: ReadonlyMap<string, Readonly<Record<Language, unknown>>>
  /** Islands met while rendering. */
  readonly islands: Set<string>
}
export const RenderContext = createContext<RenderContext | null>(null)

export function useRenderContext(): RenderContext {
  const context = useContext(RenderContext)
  if (!context) throw new Error('only pages are rendered with a context; islands get everything by props')
  return context
}
