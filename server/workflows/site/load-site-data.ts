import { createHash } from 'node:crypto'
import { apiPrefix } from '#shared/api-values.ts'
import type { Language } from '#shared/language.ts'
import { defaultLook, type Look } from '#shared/brand-look.ts'
import type { SiteContent, SiteData, SiteDemoWallet, SiteFaqCategory, SiteText } from '#shared/site.ts'
import { describeCanary } from '#server/modules/canary/canary.service.ts'
import { readBrandKit, readSettings, type BrandKit } from '#server/modules/catalog/catalog.service.ts'
import { isShopOpen, isShownIn, shownOrNone, noticeNow, takesSignUps } from '#server/modules/catalog/catalog.rules.ts'
import { listGoods, listRetiredGoods, listTestGoods } from '#server/modules/catalog/catalog.queries.ts'
import { listTexts, readFigures } from '#server/modules/content/content.service.ts'
import type { TextVersion } from '#server/modules/content/content.queries.ts'
import { fillHtml, fillText, type Facts } from '#server/modules/content/placeholders.rules.ts'
import { listHeadings } from '#server/modules/content/render-markdown.ts'
import type { MethodOffer } from '#server/modules/payments/create-payments.ts'
import { PublicHistory } from '#server/modules/status/service-days.service.ts'
import { PublicPlaces } from '#server/modules/tunnels/places.service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { publicSigningKey } from '#server/platform/signed-calls.ts'
import { describeNetworks } from '#server/workflows/crypto/read-crypto.ts'
import { findOffers } from '#server/workflows/payments/attempts/find-offers.ts'
import { contentFacts } from './content-facts.ts'
import { offeredIdentifiers } from '#server/deps/identity-deps.ts'

/**
 * Caches of the locations' loads and of the service history. Both change often, and every change of the site's data
 * renders all pages again.
 */
export const createSiteMemory = () => ({ places: new PublicPlaces(), history: new PublicHistory() })

/** Data of public pages. The version is its digest, so that pages render again only after a change. */
export async function loadSiteData(
  database: Database,
  config: Config,
  offers: readonly MethodOffer[],
  demoWallet: SiteDemoWallet | null = null,
  drafted: readonly TextVersion[] = [],
  memory = createSiteMemory(),
): Promise<SiteData> {
  const [settings, kit, goods, testGoods, retiredGoods, published, figures, offered, places, services] =
    await Promise.all([
      readSettings(database),
      readBrandKit(database),
      listGoods(database),
      listTestGoods(database),
      listRetiredGoods(database),
      listTexts(database),
      readFigures(database),
      findOffers(database, offers),
      memory.places.read(database, performance.now()),
      memory.history.read(database, new Date(), performance.now()),
    ])
  const canary = await describeCanary(database, settings.canaryKey)
  const isDrafted = ({ kind, slug }: TextVersion) => drafted.some((each) => each.kind === kind && each.slug === slug)
  const texts = [...published.filter((text) => !isDrafted(text)), ...drafted]
  const isShown = (value: { readonly demo?: boolean }) => isShownIn(config.environment, value)
  const clauses = published.filter((text) => text.kind === 'clause' && isShown(text))
  const seller = shownOrNone(config.environment, settings.seller)
  const content = (language: Language) =>
    describeTexts(texts.filter(isShown), language, contentFacts(settings, goods, language))
  const data = {
    ...settings,
    ...kit,
    pictures: picturesPath(settings.look, kit),
    proof: shownOrNone(config.environment, settings.proof),
    affiliateContact: shownOrNone(config.environment, settings.affiliateContact),
    releaseDate: settings.releaseDate.replaceAll('.', '-'),
    environment: config.environment,
    publicOrigin: config.publicOrigin,
    apiPrefix: apiPrefix(config.environment),
    signingKey: publicSigningKey(config.signingKeys.web),
    canary,
    securityContact: config.securityContact,
    isOpen: isShopOpen(config.environment, settings),
    isNew: settings.isOpen === null,
    contact: seller?.email ?? null,
    seller: seller && {
      name: seller.name,
      address: seller.address ?? null,
      taxNumber: seller.taxNumber ?? null,
      demo: seller.demo ?? false,
    },
    takesSignUps: takesSignUps(config.environment, clauses),
    goods,
    testGoods,
    retiredGoods,
    identifiers: offeredIdentifiers(config),
    methods: offered,
    notice: noticeNow(settings.notice, new Date()),
    cryptoOptions: {
      networks: describeNetworks(config.crypto?.networks ?? []),
      walletConnectProjectId: config.walletConnectProjectId,
    },
    walletRelay: config.walletConnectRelay,
    demoWallet,
    testimonials: figures.testimonials.filter(isShown).map(({ months, texts: text, authors: author, demo }) => ({
      months,
      text,
      author,
      demo,
    })),
    places,
    services,
    distances: figures.measurements
      .filter(isShown)
      .map(({ place, milliseconds, demo }) => ({ place, milliseconds, demo })),
    clients: figures.clients.filter(isShown).map(({ releasedOn, ...client }) => ({ ...client, date: releasedOn })),
    content: { en: content('en'), 'zh-CN': content('zh-CN') },
  }
  return { ...data, version: createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 16) }
}

/** Colours, mark (logo) and picture path of the shop, which the console shows before anyone has signed in. */
export async function readBrand(database: Queryable): Promise<Pick<SiteData, 'look' | 'mark' | 'pictures'>> {
  const [{ look }, kit] = await Promise.all([readSettings(database), readBrandKit(database)])
  return { look, mark: kit.mark, pictures: picturesPath(look, kit) }
}

/**
 * Increase this with every change of the drawings in `web/render/brand-pictures.ts`, so that browsers do not keep
 * pictures of an earlier release.
 */
const drawingVersion = 1

function picturesPath(look: Look, { mark, pageTexts }: BrandKit): string | null {
  const words = Object.entries(pageTexts).filter(([key]) => key.startsWith('pictures.'))
  const { main, accent } = look
  const isShipped = main === defaultLook.main && accent === defaultLook.accent && mark === null && words.length === 0
  if (isShipped) return null
  const content = JSON.stringify([drawingVersion, main, accent, mark, words])
  return `/brand/${createHash('sha256').update(content).digest('base64url').slice(0, 16)}`
}

function describeTexts(all: readonly TextVersion[], language: Language, facts: Facts): SiteContent {
  const texts = all
    .filter((text) => text.language === language)
    .toSorted((a, b) => (a.details.position ?? 0) - (b.details.position ?? 0))
  const ofKind = (kind: TextVersion['kind']) => texts.filter((text) => text.kind === kind)
  const describe = (text: TextVersion): SiteText => {
    const html = fillHtml(text.html, facts)
    return {
      slug: text.slug,
      title: fillText(text.title, facts),
      summary: fillText(text.details.summary ?? '', facts),
      html,
      headings: listHeadings(html),
      version: text.version,
      date: text.publishedOn,
      incident: text.details.incident ?? false,
      demo: text.demo,
    }
  }
  const faq = new Map<string, SiteFaqCategory>()
  for (const text of ofKind('faq')) {
    const slug = text.details.category ?? ''
    const known = faq.get(slug)
    const entry = { slug: text.slug, question: fillText(text.title, facts), html: fillHtml(text.html, facts) }
    faq.set(slug, {
      slug,
      title: text.details.categoryTitle ?? slug,
      entries: [...(known?.entries ?? []), entry],
    })
  }
  return {
    faq: [...faq.values()],
    announcements: ofKind('announcement')
      .map(describe)
      .toSorted((a, b) => b.date.localeCompare(a.date)),
    clauses: ofKind('clause').map(describe),
    pages: ofKind('page').map(describe),
  }
}
