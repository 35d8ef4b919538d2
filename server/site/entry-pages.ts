import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { languages } from '#shared/language.ts'
import type { createPassCookie } from '#server/modules/operators/shop-pass.ts'
import { isAdsCrawler } from './ads-crawlers.ts'
import { chooseLanguage, parseAddress } from './choose-language.ts'
import { PageCache } from './page-cache.ts'
import { send } from './variants.ts'

/** Pages that most visitors open first. They are rendered at the start and answered without the router. */
const entryPages = ['/', '/pricing']
/** Rest of the start after the server listens. Rendering pages meanwhile would delay its database connections. */
const startMs = 1000

/**
 * Answers a plain visit of an entry page, which takes half the time of the router. Returns false for everything that
 * needs more than the rendered page, and the router answers it.
 */
export type AnswerEntry = (request: IncomingMessage, response: ServerResponse) => boolean

/** Renders the entry pages in the background, so that visitors get them with the best compression. */
export function openEntryPages(
  app: FastifyInstance,
  currentCache: () => PageCache | Promise<PageCache>,
  passCookie: ReturnType<typeof createPassCookie>,
): AnswerEntry {
  let isClosing = false
  app.addHook('preClose', async () => void (isClosing = true))
  app.addHook('onListen', async () => {
    void renderEntryPages().catch((error: unknown) => app.log.warn(error, 'the first pages could not be rendered'))
  })
  async function renderEntryPages(): Promise<void> {
    await sleep(startMs, undefined, { ref: false })
    if (isClosing) return
    const pages = await currentCache()
    if (!pages.data.isOpen) return
    for (const path of entryPages)
      for (const language of languages) {
        pages.page(path, language, false)
        await sleep(0)
      }
  }

  return (request, response) => {
    const { method, url = '', headers } = request
    if (method !== 'GET' || url.includes('?') || passCookie.read(headers.cookie) !== null) return false
    const { path, prefix, trailingSlash } = parseAddress(url)
    if (trailingSlash || !entryPages.includes(path)) return false
    const pages = currentCache()
    if (!(pages instanceof PageCache)) return false
    if (isAdsCrawler(headers['user-agent'], pages.data.adsCrawlers)) return false
    const language = chooseLanguage(prefix, headers.cookie, headers['accept-language'])
    const page = pages.rendered(path, language, prefix !== null)
    if (!page) return false
    send(request, response, page)
    return true
  }
}
