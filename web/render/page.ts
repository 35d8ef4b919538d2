import { createContext, useContext, type ComponentType } from 'react'
import type { Language } from '#shared/language.ts'
import type { SiteAssets, SiteData, SiteGroup } from '#shared/site.ts'
import type { DueAtOnce } from '#web/islands/define-island.ts'
import type { PageCatalogue } from '#text/page-texts.ts'
import type { LinkPicture } from './link-pictures.ts'

export type PageProps<T> = {
  readonly t: T
  readonly language: Language
  readonly data: SiteData
  /** Path prefix of links to public pages: '' | '/en' | '/zh-CN'. */
  readonly base: string
  /** Path prefix of absolute URLs. Differs from `base` on mirrors (other hosts), whose links are relative. */
  readonly prefix: string
  readonly path: string
  /** Today's ISO date: in China's time zone for Chinese pages, otherwise in UTC. */
  readonly today: string
  readonly requestId?: string | undefined
  readonly group?: SiteGroup | null | undefined
}

export type LinkPreview = {
  readonly title: string
  readonly path: string
  readonly pictures: SiteGroup['pictures']
  readonly pictureText: string
}

export type Page<T> = {
  /** Paths without language prefix; `:name` matches one segment, a final `*` the rest. */
  readonly paths: readonly string[]
  readonly texts: Readonly<Record<Language, T>>
  /** Name of this page's text catalogue, if operators can replace its sentences. */
  readonly catalogue?: PageCatalogue
  readonly head: (props: PageProps<T>) => {
    readonly title: string
    readonly description: string
    /** Link preview for pages with a URL per shared item; replaces `picture`. */
    readonly preview?: LinkPreview
  }
  readonly component: ComponentType<PageProps<T>>
  /** Frame of the page. `bare`: minimal frame with logo, link home and other language. */
  readonly shell?: 'bare'
  readonly status?: 200 | 404 | 405 | 500 | 503
  /** Hides the page from search engines; it then has no alternates under /en and /zh-CN. */
  readonly noindex?: true
  /** True if scripts prefetch data. Such pages contain `PageData`, like pages with islands and the account area. */
  readonly prefetches?: true
  readonly account?: true
  /** Existing paths among those that match `paths`, if they depend on data. Absent: all of them exist. */
  readonly instances?: (data: SiteData) => readonly string[]
  /** Page in `web/pages` for paths that match but do not exist; by default the general 404 page. */
  readonly missing?: string
  readonly moved?: Readonly<Record<string, string>>
  /** Script of this page: name of a file in `web/enhance/lazy`, without extension. */
  readonly script?: string | ((data: SiteData) => string | undefined)
  /** True if the page needs `data-os` (operating system) on its root element before the first paint. */
  readonly knowsSystem?: true
  /** True if the page preselects a payment method that the app around it opens, before its scripts load. */
  readonly knowsMethods?: true
  /** Conditions that set `data-linked` on the root element before the first paint, for CSS. */
  readonly linkedBy?: readonly DueAtOnce[]
  /** Structured data (JSON-LD) for search engines; by default breadcrumbs. */
  readonly schema?: (props: PageProps<T>) => readonly object[]
  readonly picture?: LinkPicture
  /** External URLs called by this page's scripts. Their origins are added to this page's content security policy. */
  readonly connects?: (data: SiteData) => readonly string[]
  /** Leaves out the chat, as on pages for payment and password reset. */
  readonly chat?: 'never'
}

/** Declares a public page. Use it for the default export of a file in `web/pages`. */
export const definePage = <T>(page: Page<T>): Page<T> => page

export type RenderContext = {
  readonly data: SiteData
  readonly language: Language
  readonly base: string
  readonly assets: SiteAssets
  readonly islandTexts: ReadonlyMap<string, Readonly<Record<Language, unknown>>>
  readonly islands: Set<string>
}
export const RenderContext = createContext<RenderContext | null>(null)

export function useRenderContext(): RenderContext {
  const context = useContext(RenderContext)
  if (!context) throw new Error('only pages are rendered with a context; islands get everything by props')
  return context
}
