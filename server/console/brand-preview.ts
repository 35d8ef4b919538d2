import type { FastifyInstance } from 'fastify'
import { brandPreview, brandPreviewPages } from '#shared/brand-preview.ts'
import { operatorActions } from '#shared/contract/operator.ts'
import { hasRole } from '#shared/contract/operator/roles.ts'
import { AppError } from '#shared/errors.ts'
import type { Renderer, SiteData, SiteMark } from '#shared/site.ts'
import type { SettingName } from '#shared/setting-names.ts'
import { readMarkSvg } from '#server/modules/catalog/mark-svg.rules.ts'
import { findSettingFaults } from '#server/modules/catalog/published-settings.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { requireSignedIn } from './console-session.ts'
import { acceptForms, isLanguage, registerPreview, sendStillPage, type PreviewDeps } from './preview-frame.ts'

type Asked = { Params: { language: string; page: string }; Body: Readonly<Record<string, string>> | undefined }

/** Maximum bytes of the form: a picture and all page texts in both languages, encoded. */
const formLimitBytes = 1_500_000

/**
 * Preview of a page with an unsaved look, mark and page texts, for an iframe. A form posts these values. Like the
 * preview of a mailing, it is safe from other sites: they cannot send the session cookie, nothing changes, and no
 * script runs.
 */
export function registerBrandPreview(
  app: FastifyInstance,
  renderer: Renderer,
  { config, database, payments }: PreviewDeps,
): void {
  registerPreview(app, { config }, (pages, cookie) => {
    acceptForms(pages, formLimitBytes)
    pages.post<Asked>(`${brandPreview}/:language/:page`, { bodyLimit: formLimitBytes }, async (request, reply) => {
      const { session } = await requireSignedIn(database, cookie, request)
      if (!hasRole(session.role, operatorActions['settings.set'].role)) throw new AppError('Forbidden')
      const { language, page } = request.params
      const path = Object.hasOwn(brandPreviewPages, page) ? brandPreviewPages[page as 'home'] : null
      if (!isLanguage(language) || path === null) throw new AppError('NotFound')
      const saved = await loadSiteData(database, config, payments.offers)
      const data = { ...saved, ...typedBrand(request.body ?? {}), pictures: null }
      return sendStillPage(reply, renderer, { path, language, data, now: new Date() })
    })
  })
}

/** Valid values of the form. An invalid one is left out, so that the saved value is shown. */
function typedBrand(body: Readonly<Record<string, string>>): Partial<Pick<SiteData, 'look' | 'mark' | 'pageTexts'>> {
  const names = ['look', 'mark', 'pageTexts'] as const satisfies readonly SettingName[]
  const typed = names.flatMap((name) => {
    try {
      const value: unknown = JSON.parse(body[name] ?? '')
      return findSettingFaults(name, value).length === 0
        ? [[name, name === 'mark' ? clean(value as SiteMark) : value] as const]
        : []
    } catch {
      return []
    }
  })
  return Object.fromEntries(typed)
}

/**
 * Mark (logo) as it would be saved; null for an SVG that would be refused. A PNG is shown unchanged, because the
 * browser decodes it itself.
 */
function clean(mark: SiteMark | null): SiteMark | null {
  if (mark?.kind !== 'svg') return mark
  const read = readMarkSvg(mark.data)
  return 'svg' in read ? { kind: 'svg', data: read.svg } : null
}
