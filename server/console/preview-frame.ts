import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '#shared/language.ts'
import type { Renderer, SiteData } from '#shared/site.ts'
import type { Payments } from '#server/modules/payments/create-payments.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { cspHash } from '#server/site/security-headers.ts'
import { answerConsoleError } from './console-error.ts'
import { createSessionCookie, type SessionCookie } from './console-session.ts'

export type PreviewDeps = {
  readonly config: Config
  readonly database: Database
  readonly payments: Pick<Payments, 'offers'>
}

/** Registers pages for an iframe of the console, with the console's errors. `add`: adds the routes. */
export function registerPreview(
  app: FastifyInstance,
  { config }: Pick<PreviewDeps, 'config'>,
  add: (pages: FastifyInstance, cookie: SessionCookie) => void,
): void {
  const cookie = createSessionCookie(config.consoleOrigin)
  void app.register(async (pages) => {
    pages.setErrorHandler<Error>(answerConsoleError)
    add(pages, cookie)
  })
}

export const framed = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'", 'sandbox allow-same-origin']
export const sealed = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
export const isLanguage = (language: string): language is Language => language === 'en' || language === 'zh-CN'

/**
 * Accepts forms that are posted to a preview, up to `limitBytes`. Other sites cannot send the session cookie with such
 * a form.
 */
export function acceptForms(pages: FastifyInstance, limitBytes: number): void {
  pages.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: limitBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

type StillPage = { readonly path: string; readonly language: Language; readonly data: SiteData; readonly now: Date }

export function sendStillPage(reply: FastifyReply, renderer: Renderer, { now, ...page }: StillPage): FastifyReply {
  const { html, style } = renderer.render({
    ...page,
    prefixed: false,
    today: now.toISOString().slice(0, 10),
    still: true,
  })
  const policy = [
    "default-src 'none'",
    `style-src ${cspHash(style)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    ...framed,
  ]
  return reply
    .headers({ ...sealed, 'content-security-policy': policy.join('; ') })
    .type('text/html; charset=utf-8')
    .send(html)
}
