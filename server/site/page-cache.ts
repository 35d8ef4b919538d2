import type { Language } from '#shared/language.ts'
import type { RenderedPage, Renderer, SiteData, SiteGroup } from '#shared/site.ts'
import { commonHeaders, contentSecurityPolicy } from './security-headers.ts'
import { siteFile } from './site-files.ts'
import { compressFully, createVariants, type Variants } from './variants.ts'

type SiteDays = Readonly<Record<Language, string>>

/** Milliseconds by which China's time is ahead of UTC, all year. */
const chinaAheadMs = 8 * 60 * 60 * 1000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * Current day for each language. Chinese pages use the day in China, where most of their readers are, so that the
 * browser computes the same; English pages use UTC.
 */
export const siteDays = (now: Date): SiteDays => ({
  en: dayOf(now.getTime()),
  'zh-CN': dayOf(now.getTime() + chinaAheadMs),
})

/** Maximum number of cached pages. */
const maxPages = 400
/** Maximum number of cached group pages. Each shows one state of a group and is requested only a few times. */
const maxGroupPages = 100

/** Full compression of the page before. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Compresses pages one after another. Together they would take all background threads, on which passwords are hashed
 * too. `isWanted` is asked when it is the page's turn.
 */
function compressInTurn(body: Buffer, isWanted: () => boolean): Promise<Buffer | null> {
  const own = turn.then(() => (isWanted() ? compressFully(body) : null))
  turn = own.catch(() => {})
  return own
}

/** Rendered pages of one data version and day. A new version or day gets a new cache. */
export class PageCache {
  readonly data: SiteData
  readonly days: SiteDays
  readonly #renderer: Renderer
  readonly #pages = new Map<string, Variants>()
  readonly #groupPages = new Map<string, Variants>()
  #blank: Variants | null = null
  readonly #files = new Map<string, Variants>()
  #isReplaced = false

  constructor(renderer: Renderer, data: SiteData, days: SiteDays) {
    this.#renderer = renderer
    this.data = data
    this.days = days
  }

  /** Ends the full compression of these pages, which delays that of the pages of newer data. */
  replace(): void {
    this.#isReplaced = true
  }

  page(path: string, language: Language, prefixed: boolean): Variants {
    const match = this.#renderer.match(path, this.data)
    const found = match && (match.prefixable || !prefixed) ? match.path : ''
    const key = `${prefixed ? '/' : ''}${language} ${found}`
    const kept = this.#pages.get(key)
    if (kept) return kept
    const { data } = this
    const today = this.days[language]
    const page = this.#renderer.render({ path: found, language, prefixed, data, today })
    return match?.hasToken ? this.#once(page) : this.#save(key, page)
  }

  /** Returns a page that has been rendered before. The path must be one that `page` was called with, or it is unknown. */
  rendered(path: string, language: Language, prefixed: boolean): Variants | undefined {
    return this.#pages.get(`${prefixed ? '/' : ''}${language} ${path}`)
  }

  groupPage(group: SiteGroup | null, language: Language, prefixed: boolean): Variants {
    const key = `${prefixed ? '/' : ''}${language} ${JSON.stringify(group)}`
    const kept = this.#groupPages.get(key)
    if (kept) return kept
    const { data } = this
    const today = this.days[language]
    const page = this.#renderer.render({ path: '/group-buying', language, prefixed, data, today, group })
    const made = this.#once(page)
    const oldest = this.#groupPages.size >= maxGroupPages ? this.#groupPages.keys().next().value : undefined
    if (oldest !== undefined) this.#groupPages.delete(oldest)
    this.#groupPages.set(key, made)
    return made
  }

  closed(path: string, language: Language, prefixed: boolean): Variants {
    const shown = this.#renderer.match(path, this.data)?.path ?? '/'
    const key = `${prefixed ? '/' : ''}${language} closed ${shown}`
    const { data } = this
    const today = this.days[language]
    return (
      this.#pages.get(key) ??
      this.#save(key, this.#renderer.renderClosed({ path: shown, language, prefixed, data, today }))
    )
  }

  movedTo(path: string, trailingSlash: boolean): string | null {
    const match = this.#renderer.match(path, this.data)
    return match?.movedTo ?? (match && trailingSlash ? path : null)
  }

  file(path: string): Variants | null {
    const kept = this.#files.get(path)
    if (kept) return kept
    const file = siteFile(path, this.data, this.days.en, () => this.#renderer.addresses(this.data))
    if (!file) return null
    const headers = {
      ...commonHeaders(this.data.publicOrigin),
      'content-type': file.type,
      'cache-control': file.fresh ? 'no-cache' : 'public, max-age=3600',
      vary: 'accept-encoding',
    }
    const made = createVariants(200, headers, { identity: Buffer.from(file.text) })
    this.#files.set(path, made)
    return made
  }

  blank(): Variants {
    this.#blank ??= createVariants(
      200,
      {
        ...commonHeaders(this.data.publicOrigin),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        vary: 'user-agent',
      },
      { identity: Buffer.from('<!doctype html><title></title>') },
    )
    return this.#blank
  }

  needsScript(path: string, language: Language): Variants {
    const match = this.#renderer.match(path, this.data)
    if (!match) return this.page(path, language, true)
    // Links on this page include the language, because without scripts no cookie stores the choice.
    const shown = match.prefixable ? match.path : '/'
    const key = `${language} sent to ${shown}`
    const { data } = this
    const today = this.days[language]
    const kept = this.#pages.get(key)
    if (kept) return kept
    const page = this.#renderer.renderNeedsScript({ path: shown, language, prefixed: true, data, today })
    return match.hasToken ? this.#once(page) : this.#save(key, page)
  }

  /** Error pages are not cached, because they contain the request id. */
  failure(language: Language, requestId: string): Variants {
    const { data } = this
    const today = this.days[language]
    const page = this.#renderer.renderError({ path: '', language, prefixed: false, data, today, requestId })
    const headers = { ...this.#headersOf(page), 'cache-control': 'no-store' }
    return createVariants(page.status, headers, { identity: Buffer.from(page.html) })
  }

  #headersOf(page: RenderedPage) {
    return {
      ...commonHeaders(this.data.publicOrigin),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(page),
      'cache-control': 'no-cache',
      'speculation-rules': '"/speculation-rules.json"',
      vary: 'accept-encoding, accept-language, cookie',
      ...(page.status === 405 && { allow: 'GET, HEAD' }),
      // Status 503 tells crawlers to come back after the opening, instead of dropping the pages as gone.
      ...(page.status === 503 && { 'retry-after': '3600', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }),
      ...(this.data.stage && { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }),
    }
  }

  /** Makes the answer of a page that is not cached. */
  #once(page: RenderedPage): Variants {
    return createVariants(page.status, this.#headersOf(page), { identity: Buffer.from(page.html) })
  }

  #save(key: string, page: RenderedPage): Variants {
    const body = Buffer.from(page.html)
    const headers = this.#headersOf(page)
    const quick = this.#once(page)
    const oldest = this.#pages.size >= maxPages ? this.#pages.keys().next().value : undefined
    if (oldest !== undefined) this.#pages.delete(oldest)
    this.#pages.set(key, quick)
    // Keeps the brotli alone; the other encodings are made from it when they are asked for.
    const isKept = () => !this.#isReplaced && this.#pages.get(key) === quick
    void compressInTurn(body, isKept).then((br) => {
      if (br && isKept()) this.#pages.set(key, createVariants(page.status, headers, { br }, quick.etag))
    })
    return quick
  }
}
