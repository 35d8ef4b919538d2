import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languages, type Language } from '#shared/language.ts'
import { lookPath } from '#shared/console.ts'
import type { SiteData, SiteStage } from '#shared/site.ts'
import type { createPassCookie, ShopPasses } from '#server/modules/operators/shop-pass.ts'
import { chooseLanguage, parseAddress } from './choose-language.ts'
import { isAdsCrawler } from './ads-crawlers.ts'
import { BrandFiles, isBrandPath } from './brand-files.ts'
import { openEntryPages, type AnswerEntry } from './entry-pages.ts'
import { groupCodeOf, GroupPictures, hintedLanguage, type ReadGroup } from './group-links.ts'
import { PageCache, siteDays } from './page-cache.ts'
import { createMarkedDrawer, type DrawPicture } from './picture-drawer.ts'
import type { SiteBuild } from './site-build.ts'
import { holdsLoginCode, send, type Variants } from './variants.ts'

/** Minimum interval between checks of the data version; other processes may have changed the data. */
const recheckMs = 5000
/**
 * Longest time that requests wait for a check of the data version before the cached copy is served. Counted from the
 * start of the check, for all waiting requests.
 */
const patienceMs = 250

/** True for a form that the browser submitted to its own page because no script handled it. */
const isUnscriptedForm = ({ is404, method, headers }: FastifyRequest): boolean =>
  is404 && method === 'POST' && headers.accept?.includes('text/html') === true

export type SiteDeps = {
  readonly build: SiteBuild
  /** Loads all page data from the database. Requests that the cache can answer wait only briefly for it. */
  readonly loadSiteData: () => Promise<SiteData>
  readonly now: () => Date
  readonly readGroup: ReadGroup
  readonly drawPicture: DrawPicture
  readonly passes: ShopPasses
  readonly passCookie: ReturnType<typeof createPassCookie>
  readonly findDestination: (referral: string, address: string) => Promise<string | null>
  readonly onError?: (error: unknown, path: string) => void
}
declare module 'fastify' {
  interface FastifyRequest {
    /** True if the answer is the holding page of a closed shop. */
    isHolding?: boolean
  }
}

/**
 * True for pages that stay available while the shop is closed: legal texts, and what present customers need, which is
 * signing in, the account, the first connection, started payments, and pages that mails link to.
 */
const isAlwaysUp = (path: string, url: string): boolean =>
  /^\/(?:clause\/|mails\/|(?:account-change|user)(?:\/|$)|(?:login|resetpassword|purchased|start)$)/.test(path) ||
  (path.startsWith('/crypto-pay/') && /[?&]order=/.test(url))

export type Site = {
  readonly answerEntry: AnswerEntry
  /** Discards the cached data. Call it after changing goods or settings; the next visitor sees the change. */
  readonly invalidate: () => void
}

/** Resolves to the answer of a promise, or to `otherwise` if it takes longer than `ms` milliseconds. */
async function orAfter<T>(ms: number, answer: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((resolve) => (timer = setTimeout(resolve, ms, otherwise)))
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Handles every GET without its own route: files of the build, pages, pictures and the 404 page. Also answers forms
 * that browsers submit without scripts.
 */
export function registerSite(app: FastifyInstance, deps: SiteDeps): Site {
  const { build, loadSiteData, now, onError, readGroup, findDestination } = deps
  const draw = createMarkedDrawer(deps.drawPicture, (error) =>
    app.log.error(error, 'the mark could not be drawn, so pictures show the shipped one'),
  )
  const pictures = new GroupPictures(build.renderer, draw)
  const brand = new BrandFiles(build.renderer, draw)
  let cache: PageCache | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<PageCache> | null = null
  let checking: Promise<PageCache> | null = null
  let invalidations = 0
  /** Page caches for operators, by the kind of preview, made from the same data as the pages of visitors. */
  const staged = new WeakMap<PageCache, Map<SiteStage, PageCache>>()

  async function load(): Promise<PageCache> {
    const before = invalidations
    const data = await loadSiteData()
    // The data was invalidated while it was loading, so load it again.
    if (before !== invalidations) return load()
    const days = siteDays(now())
    const isOther = (kept: PageCache) =>
      kept.data.version !== data.version || languages.some((language) => kept.days[language] !== days[language])
    if (!cache || isOther(cache)) {
      cache?.replace()
      cache = new PageCache(build.renderer, data, days)
    }
    checkedAt = performance.now()
    return cache
  }
  const reload = () => (loading ??= load().finally(() => (loading = null)))

  /**
   * Returns the cached pages. After each interval the first request checks the database and waits briefly, so that even
   * the first visitor sees a change. If the database is slow or down, the cached copy is served and replaced later.
   */
  function currentCache(): PageCache | Promise<PageCache> {
    if (!cache) return reload()
    if (!checking && performance.now() - checkedAt > recheckMs) {
      checkedAt = performance.now()
      checking = check(cache)
    }
    return checking ?? cache
  }

  /**
   * Reloads the page data, and answers with the cached copy if that takes too long. Requests that arrive during the
   * reload share its time limit.
   */
  function check(copy: PageCache): Promise<PageCache> {
    const fresh = reload()
      .catch((error: unknown) => {
        app.log.error(error, 'site data could not be read; pages stay as they are')
        return copy
      })
      .finally(() => (checking = null))
    return orAfter(patienceMs, fresh, copy)
  }

  function stagedPages(pages: PageCache, stage: SiteStage): PageCache {
    const known = staged.get(pages) ?? new Map<SiteStage, PageCache>()
    staged.set(pages, known)
    const { goods, testGoods } = pages.data
    const own = stage === 'rehearsal' ? testGoods : goods
    // Removes the campaign settings, so that an operator's browser reports no visits.
    const data = { ...pages.data, isOpen: true, stage, goods: own, campaign: null }
    const made = known.get(stage) ?? new PageCache(build.renderer, data, pages.days)
    known.set(stage, made)
    return made
  }

  /**
   * Returns the pages for this browser. An operator's pass shows a closed shop as if it were open, or a rehearsal with
   * test goods.
   */
  async function pagesFor(pages: PageCache, cookie: string): Promise<PageCache> {
    const pass = await deps.passes.find(cookie)
    if (pass === null || (pass.kind === 'look' && pages.data.isOpen)) return pages
    return stagedPages(pages, pass.kind === 'rehearsal' ? 'rehearsal' : 'closed')
  }

  function answerPage(request: FastifyRequest, reply: FastifyReply, pages: PageCache): void | Promise<void> {
    const cookie = deps.passCookie.read(request.headers.cookie)
    if (cookie === null) return answerVisitor(request, reply, pages)
    return pagesFor(pages, cookie).then(
      (own) => answerVisitor(request, reply, own),
      (error: unknown) => sayUnavailable(request, reply, error),
    )
  }

  function answerVisitor(request: FastifyRequest, reply: FastifyReply, pages: PageCache): void | Promise<void> {
    const { headers } = request.raw
    const url = request.raw.url ?? '/'
    const { path, prefix, trailingSlash } = parseAddress(url)
    if (path.startsWith('/og/group/')) return answerPicture(url.split('?', 1)[0] ?? '', reply, pages)
    if (isBrandPath(url.split('?', 1)[0] ?? '')) return answerBrand(request, reply, pages)
    const file = prefix === null ? pages.file(path) : null
    if (file) {
      reply.hijack()
      send(request.raw, reply.raw, file)
      return
    }
    const code = groupCodeOf(path, prefix === null ? url : url.slice(prefix.length + 1))
    const named = headers['accept-language']
    // Uses the header only if it names a language: link preview programs send no Accept-Language, or `*`.
    const asked = code === null || /[a-z]/i.test(named ?? '') ? named : hintedLanguage(url)
    const language = chooseLanguage(prefix, headers.cookie, asked)
    // Trailing slashes are redirected only on known pages, never to something like //other.host.
    const movedTo = pages.movedTo(path, trailingSlash)
    if (movedTo !== null) {
      const query = url.indexOf('?')
      reply.header('cache-control', holdsLoginCode(url) ? 'no-store' : 'public, max-age=3600')
      reply.redirect(`${prefix ? `/${prefix}` : ''}${movedTo}${query < 0 ? '' : url.slice(query)}`, 308)
      return
    }
    if (!pages.data.isOpen && !isAlwaysUp(path, url)) {
      request.isHolding = true
      return sendPage(request, reply, pages, language, () => pages.closed(path, language, prefix !== null))
    }
    const { adsCrawlers } = pages.data
    if (isAdsCrawler(headers['user-agent'], adsCrawlers)) {
      reply.hijack()
      send(request.raw, reply.raw, pages.blank())
      return
    }
    const referral = path === '/' ? /[?&]r=([\w-]{1,64})(?:&|$)/.exec(url)?.[1] : undefined
    if (referral !== undefined) return answerLink(request, reply, pages, { referral, language, prefix })
    if (code === null)
      return sendPage(request, reply, pages, language, () => pages.page(path, language, prefix !== null))
    return answerGroup(request, reply, pages, { code, language, prefixed: prefix !== null })
  }

  function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    pages: PageCache,
    language: Language,
    render: () => Variants,
  ): void {
    let page
    try {
      page = render()
    } catch (error) {
      request.log.error(error, 'page could not be rendered')
      onError?.(error, request.raw.url?.split('?', 1)[0] ?? '')
      page = pages.failure(language, request.id)
    }
    reply.hijack()
    send(request.raw, reply.raw, page)
  }

  /**
   * Redirects an affiliate link to the page that the affiliate chose. Shows the home page if none is chosen or it
   * cannot be read.
   */
  async function answerLink(
    request: FastifyRequest,
    reply: FastifyReply,
    pages: PageCache,
    { referral, language, prefix }: { referral: string; language: Language; prefix: string | null },
  ): Promise<void> {
    const destination = await findDestination(referral, request.ip).catch((error: unknown) => {
      request.log.error(error, 'where a link leads could not be read')
      return null
    })
    const url = request.raw.url ?? '/'
    if (destination === null)
      return sendPage(request, reply, pages, language, () => pages.page('/', language, prefix !== null))
    const target = `${prefix === null ? '' : `/${prefix}`}${destination}${url.slice(url.indexOf('?'))}`
    reply.header('cache-control', 'no-store').redirect(target, 302)
  }

  async function answerGroup(
    request: FastifyRequest,
    reply: FastifyReply,
    pages: PageCache,
    { code, language, prefixed }: { code: string; language: Language; prefixed: boolean },
  ): Promise<void> {
    let cards: Awaited<ReturnType<ReadGroup>>
    try {
      cards = code === '' ? null : await readGroup(code)
    } catch (error) {
      // If the group cannot be read, the page is sent without it; the browser then loads the group and can retry.
      request.log.error(error, 'a group could not be read')
      return sendPage(request, reply, pages, language, () => pages.page('/group-buying', language, prefixed))
    }
    sendPage(request, reply, pages, language, () => {
      const card = cards?.[language]
      const group = card ? { card, pictures: pictures.addresses(card, language, pages.data) } : null
      return pages.groupPage(group, language, prefixed)
    })
  }

  function sayUnavailable(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    request.log.error(error, 'site data could not be read')
    const language = chooseLanguage(null, request.headers.cookie, request.headers['accept-language'])
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
  }

  async function leadTo(address: string, reply: FastifyReply): Promise<void> {
    await reply.header('cache-control', 'no-cache').redirect(address, 302)
  }
  async function sayBusy(reply: FastifyReply): Promise<void> {
    await reply.code(503).header('retry-after', '5').header('cache-control', 'no-store').send()
  }

  async function answerPicture(path: string, reply: FastifyReply, pages: PageCache): Promise<void> {
    const answer = await pictures.answer(path, pages.data, readGroup)
    switch (answer.kind) {
      case 'picture':
        await reply
          .type('image/png')
          .header('cache-control', answer.forever ? 'public, max-age=31536000, immutable' : 'no-store')
          .send(answer.png)
        return
      case 'moved':
        return leadTo(answer.address, reply)
      case 'busy':
        return sayBusy(reply)
      case 'none':
        await reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found')
    }
  }

  async function answerBrand(request: FastifyRequest, reply: FastifyReply, pages: PageCache): Promise<void> {
    const path = request.raw.url?.split('?', 1)[0] ?? ''
    const answer = await brand.answer(path, pages.data)
    switch (answer.kind) {
      case 'file':
        await reply
          .type(answer.type)
          .header('cache-control', answer.forever ? 'public, max-age=31536000, immutable' : 'no-cache')
          .send(answer.body)
        return
      case 'moved':
        return leadTo(answer.address, reply)
      case 'busy':
        return sayBusy(reply)
      case 'shipped': {
        const file = build.files.get(path)
        if (!file) {
          await reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found')
          return
        }
        reply.hijack()
        send(request.raw, reply.raw, file)
      }
    }
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!isUnscriptedForm(request)) return
    const { path, prefix } = parseAddress(request.raw.url ?? '/')
    const { headers } = request.raw
    const language = chooseLanguage(prefix, headers.cookie, headers['accept-language'])
    try {
      const pages = await currentCache()
      const isHolding = !pages.data.isOpen && !isAlwaysUp(path, request.raw.url ?? '/')
      request.isHolding = isHolding
      sendPage(request, reply, pages, language, () =>
        isHolding ? pages.closed(path, language, prefix !== null) : pages.needsScript(path, language),
      )
    } catch (error) {
      sayUnavailable(request, reply, error)
    }
  })

  // Exchanges an operator's pass in the URL for a cookie. Without a valid pass it removes the cookie, which ends the
  // preview.
  app.get<{ Querystring: { pass?: string; plans?: string } }>(lookPath, async ({ query }, reply) => {
    const pass = typeof query.pass === 'string' ? deps.passes.cookieFor(query.pass) : null
    return reply
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
      .header('set-cookie', pass === null ? deps.passCookie.clear : deps.passCookie.set(pass))
      .redirect(query.plans === undefined ? '/' : '/pricing', 303)
  })

  // Password managers send people who change a weak password here (W3C, A Well-Known URL for Changing Passwords).
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/user/security', 302))

  app.get('/*', (request, reply) => {
    const path = request.raw.url?.split('?', 1)[0] ?? '/'
    const file = isBrandPath(path) ? undefined : build.files.get(path)
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
      (error: unknown) => sayUnavailable(request, reply, error),
    )
  })

  return {
    answerEntry: openEntryPages(app, currentCache, deps.passCookie),
    invalidate: () => {
      invalidations += 1
      cache?.replace()
      cache = null
    },
  }
}
