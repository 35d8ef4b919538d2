import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#shared/language.ts'
import type { SiteData } from '#shared/site.ts'
import { chooseLanguage, parseAddress } from './choose-language.ts'
import { isAdsCrawler } from './ads-crawlers.ts'
import { PageCache } from './page-cache.ts'
import type { SiteBuild } from './site-build.ts'
import { send } from './variants.ts'

/** Other processes may have changed the data: ask for its version at most this often. */
const recheckMs = 5000

export type SiteDeps = {
  readonly build: SiteBuild
  /** Reads everything that pages show from the database. Asked rarely, never by a request that could be answered without. */
  readonly loadSiteData: () => Promise<SiteData>
  readonly now: () => Date
  /** Told of a page that could not be rendered. */
  readonly onError?: (error: unknown, path: string) => void
}
export type Site = {
  /** Goods or settings were changed here: the next visitor sees it. */
  readonly invalidate: () => void
}

/** Answers every GET that no other route does: scripts and pictures of the build, pages, and the 404 page. */
export function registerSite(app: FastifyInstance, { build, loadSiteData, now, onError }: SiteDeps): Site {
  let cache: PageCache | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<PageCache> | null = null
  let invalidations = 0

  async function load(): Promise<PageCache> {
    const before = invalidations
    const data = await loadSiteData()
    // What was read may be older than the change that came in between.
    if (before !== invalidations) return load()
    const today = now().toISOString().slice(0, 10)
    if (!cache || cache.data.version !== data.version || cache.today !== today)
      cache = new PageCache(build.renderer, data, today)
    checkedAt = performance.now()
    return cache
  }
  const reload = () => (loading ??= load().finally(() => (loading = null)))

  /** What we have is served at once; the look whether it is still current happens behind it. */
  function currentCache(): PageCache | Promise<PageCache> {
    if (!cache) return reload()
    if (performance.now() - checkedAt > recheckMs && !loading) {
      checkedAt = performance.now()
      reload().catch((error: unknown) => app.log.error(error, 'site data could not be read; pages stay as they are'))
    }
    return cache
  }

  function answerPage(request: FastifyRequest, reply: FastifyReply, pages: PageCache): void {
    const { headers } = request.raw
    const url = request.raw.url ?? '/'
    const { path, prefix, trailingSlash } = parseAddress(url)
    const file = prefix === null ? pages.file(path) : null
    if (file) {
      reply.hijack()
      send(request.raw, reply.raw, file)
      return
    }
    const language = chooseLanguage(prefix, headers.cookie, headers['accept-language'])
    // Only to a path that a page answers, so that nothing like //other.host is ever sent back.
    const movedTo = pages.movedTo(path, trailingSlash)
    if (movedTo !== null) {
      const query = url.indexOf('?')
      reply.redirect(`${prefix ? `/${prefix}` : ''}${movedTo}${query < 0 ? '' : url.slice(query)}`, 308)
      return
    }
    const { adsCrawlers } = pages.data
    if (isAdsCrawler(headers['user-agent'], adsCrawlers)) {
      reply.hijack()
      send(request.raw, reply.raw, pages.blank())
      return
    }
    let page
    try {
      page = pages.page(path, language, prefix !== null)
    } catch (error) {
      request.log.error(error, 'page could not be rendered')
      onError?.(error, path)
      page = pages.failure(language, request.id)
    }
    reply.hijack()
    send(request.raw, reply.raw, page)
  }

  app.get('/*', (request, reply) => {
    const path = request.raw.url?.split('?', 1)[0] ?? '/'
    const file = build.files.get(path)
    if (file) {
      reply.hijack()
      send(request.raw, reply.raw, file)
      return
    }
    if (path.startsWith('/assets/')) {
      void reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found')
      return
    }
    const pages = currentCache()
    if (pages instanceof PageCache) return answerPage(request, reply, pages)
    return pages.then(
      (loaded) => answerPage(request, reply, loaded),
      (error: unknown) => {
        request.log.error(error, 'site data could not be read')
        const language: Language = chooseLanguage(null, request.headers.cookie, request.headers['accept-language'])
        const text =
          language === 'en'
            ? 'We are not available right now. Please try again in a moment.'
            : '服务暂时不可用，请稍后再试。'
        void reply
          .code(503)
          .header('retry-after', '5')
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send(text)
      },
    )
  })

  return {
    invalidate: () => {
      invalidations += 1
      cache = null
    },
  }
}
