import type { FastifyInstance, FastifyReply } from 'fastify'
import { mailingPreview, textPreview } from '#shared/console.ts'
import type { MailingTexts } from '#shared/contract/operator/mailings.ts'
import { AppError } from '#shared/errors.ts'
import type { Renderer } from '#shared/site.ts'
import { draftedSides, nameOf, readStanding, type TextName } from '#server/modules/content/drafts.service.ts'
import { previewMailing } from '#server/workflows/mailings/write-mailing.ts'
import { previewMail } from '#server/workflows/site/preview-mail.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { requireSignedIn } from './console-session.ts'
import {
  acceptForms,
  framed,
  isLanguage,
  registerPreview,
  sealed,
  sendStillPage,
  type PreviewDeps,
} from './preview-frame.ts'

/**
 * Preview of a saved draft as a public page, for an iframe next to the editor; no script runs in it. A mailing is not
 * saved before sending, so its text comes with the posted form. That is safe without a CSRF header: other sites cannot
 * send the session cookie, and nothing changes.
 */
export function registerTextPreview(
  app: FastifyInstance,
  renderer: Renderer,
  { config, database, payments }: PreviewDeps,
): void {
  registerPreview(app, { config }, (pages, cookie) => {
    acceptForms(pages, mailingLimitBytes)
    pages.post<{ Params: { language: string }; Body: Readonly<Record<string, string>> | undefined }>(
      `${mailingPreview}/:language`,
      async (request, reply) => {
        await requireSignedIn(database, cookie, request)
        const { language } = request.params
        if (!isLanguage(language)) throw new AppError('NotFound')
        const mail = await previewMailing(database, config, wordsOf(request.body ?? {}), language)
        return sendMailPage(reply, mail)
      },
    )
    pages.get<{ Params: { language: string; kind: string; slug: string } }>(
      `${textPreview}/:language/:kind/:slug`,
      async (request, reply) => {
        await requireSignedIn(database, cookie, request)
        const { language, kind, slug } = request.params
        if (
          !isLanguage(language) ||
          !/^(announcement|faq|clause|page|mail)\/[a-z0-9]+(-[a-z0-9]+)*$/.test(`${kind}/${slug}`)
        )
          throw new AppError('NotFound')
        const now = new Date()
        const name = nameOf(`${kind}/${slug}`)
        const standing = await readStanding(database, name, now)
        if (kind === 'mail') {
          return sendMailPage(reply, await previewMail(database, config, standing, language))
        }
        const drafted = draftedSides(standing, standing.fields, now)
        const data = await loadSiteData(database, config, payments.offers, null, drafted)
        return sendStillPage(reply, renderer, { path: pathOf(name), language, data, now })
      },
    )
  })
}

/** Mails have inline styles on each element; nothing else may load. */
const mailPolicy = ["default-src 'none'", "style-src 'unsafe-inline'"]

const sendMailPage = (reply: FastifyReply, mail: string) =>
  reply
    .headers({ ...sealed, 'content-security-policy': [...mailPolicy, ...framed].join('; ') })
    .type('text/html; charset=utf-8')
    .send(mail)

/** Two bodies of 10,000 characters as form data (nine bytes per Chinese character), plus overhead. */
const mailingLimitBytes = 256 * 1024
const wordsOf = (body: Readonly<Record<string, string>>): MailingTexts => ({
  subjectEn: body.subjectEn ?? '',
  subjectZh: body.subjectZh ?? '',
  headingEn: body.headingEn ?? '',
  headingZh: body.headingZh ?? '',
  bodyEn: body.bodyEn ?? '',
  bodyZh: body.bodyZh ?? '',
  buttonEn: body.buttonEn ?? '',
  buttonZh: body.buttonZh ?? '',
  page: body.page?.startsWith('/') ? body.page : '/',
})

function pathOf({ kind, slug }: TextName): string {
  if (kind === 'faq') return '/faq'
  if (kind === 'page') return `/${slug}`
  return kind === 'clause' ? `/clause/${slug}` : `/announcements/${slug}`
}
