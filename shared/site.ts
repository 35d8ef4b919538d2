import type { Method } from './method.ts'
import type { IdentifierKind } from './account-rules.ts'
import type { Currency } from './money.ts'
import { languages, type Language, type Localized } from './language.ts'
import type { Environment } from './api-values.ts'
import type { Look } from './brand-look.ts'
import type { AffiliateTerms } from './affiliate-terms.ts'
import type { SitePlace } from './server-locations.ts'
import type { ServiceHistory } from './service-history.ts'
import type { MirrorApi } from './mirror.ts'
import type { Output } from './contract/call.ts'
import type { cryptoCalls } from './contract/crypto.ts'
import type { groupCalls } from './contract/group.ts'

export type CryptoOptions = Output<(typeof cryptoCalls)['/api/payment/payment_crypto_options']>

export type SiteData = {
  readonly version: string
  readonly brand: Localized
  readonly look: Look
  readonly mark: SiteMark | null
  readonly pageTexts: PageTexts
  /**
   * URL path of the pictures in the shop's own look; it contains a digest of their content. Null for the shipped
   * pictures.
   */
  readonly pictures: string | null
  readonly environment: Environment
  readonly publicOrigin: string
  readonly apiPrefix: '/v4' | '/v4/test'
  /** Public key with which the web client signs calls: SPKI, base64. */
  readonly signingKey: string
  readonly releaseDate: string
  readonly trialMinutes: number
  readonly trialArmedDays: number
  readonly refundDays: number
  /** Identifier kinds for registration and sign-in. Email or phone is listed only if codes can be sent to it. */
  readonly identifiers: readonly IdentifierKind[]
  readonly links: readonly SiteLink[]
  readonly goods: readonly SiteGoods[]
  /** Test plan, listed only during an operator's rehearsal. */
  readonly testGoods: readonly SiteGoods[]
  readonly retiredGoods: readonly Pick<SiteGoods, 'id' | 'names'>[]
  readonly methods: readonly SiteMethod[]
  readonly notice: Localized | null
  readonly cryptoOptions: CryptoOptions
  readonly walletRelay: string | null
  readonly demoWallet: SiteDemoWallet | null
  readonly testimonials: readonly SiteTestimonial[]
  readonly places: readonly SitePlace[]
  /** Availability of the services by day; empty until something is measured. */
  readonly services: readonly ServiceHistory[]
  /** Latencies to server locations, measured by the status feed; empty without a feed. */
  readonly distances: readonly SiteDistance[]
  readonly clients: readonly SiteClient[]
  readonly affiliateTerms: AffiliateTerms
  readonly content: Readonly<Record<Language, SiteContent>>
  readonly campaign: SiteCampaign | null
  readonly proof: Proof | null
  readonly affiliateContact: AffiliateContact | null
  readonly supportInbox: boolean
  readonly chat: SiteChat | null
  /** User agent patterns of crawlers of ad networks, which get no content; empty if switched off. */
  readonly adsCrawlers: readonly string[]
  readonly canary: SiteCanary | null
  readonly securityContact: SecurityContact | null
  /** True if the shop is open. While it is closed, visitors see the holding page. */
  readonly isOpen: boolean
  /** True if no operator has opened or closed the shop yet. */
  readonly isNew: boolean
  readonly closedText: Localized | null
  /** Email address of the seller, shown on the holding page of a closed shop; null if there is none. */
  readonly contact: string | null
  /** Seller named on receipts and in legal texts. `demo`: sample data. */
  readonly seller: SiteSeller | null
  /** Kind of preview that an operator sees; absent for visitors. */
  readonly stage?: SiteStage
  /** True if visitors can register. False in production until terms and privacy policy are published. */
  readonly takesSignUps: boolean
}
type SiteSeller = {
  readonly name: string
  readonly address: string | null
  readonly taxNumber: string | null
  readonly demo: boolean
}
/**
 * Kind of preview that an operator sees. `closed`: the shop is closed to visitors. `rehearsal`: purchases are test
 * orders.
 */
export type SiteStage = 'closed' | 'rehearsal'
export type PublishedClause = { readonly slug: string; readonly language: Language }
/** True if the legal texts that sign-up asks people to agree to are published in each language. */
export const hasTerms = (published: readonly PublishedClause[]): boolean =>
  ['terms-of-service', 'privacy-policy'].every((slug) =>
    languages.every((language) => published.some((text) => text.slug === slug && text.language === language)),
  )
/** Mark (logo) of the shop: an SVG drawing, or a PNG picture in base64. Uploads are checked and re-encoded. */
export type SiteMark = { readonly kind: 'svg' | 'png'; readonly data: string }
/** Page texts written by the operator, by catalogue key; they replace the shipped ones. */
export type PageTexts = Readonly<Record<string, Localized>>
/**
 * Contact for security reports. `contact`: mailto: or https: URL. `policy`: page that describes how reports are
 * handled.
 */
export type SecurityContact = { readonly contact: string; readonly policy: string | null }
export type SiteDemoWallet = { readonly script: string; readonly chain: string }
export type SiteCanary = {
  /** Date (ISO) in the signed canary statement; `lastGoodDay` is the last day on which the statement is valid. */
  readonly date: string
  readonly lastGoodDay: string
  readonly state: 'current' | 'stale' | 'unverified'
  readonly text: string
  readonly signature: string
  readonly key: { readonly pem: string; readonly fingerprint: string } | null
}
export type SiteContent = {
  readonly faq: readonly SiteFaqCategory[]
  readonly announcements: readonly SiteText[]
  readonly clauses: readonly SiteText[]
  readonly pages: readonly SiteText[]
}
export type SiteFaqCategory = {
  readonly slug: string
  readonly title: string
  readonly entries: readonly { readonly slug: string; readonly question: string; readonly html: string }[]
}
export type SiteText = {
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly html: string
  readonly headings: readonly { readonly id: string; readonly title: string }[]
  readonly version: number
  readonly date: string
  /** True for an announcement about an incident that happened on its date. */
  readonly incident: boolean
  /** True for a sample text of a fresh installation, which the page labels as such. */
  readonly demo: boolean
}
type ClientPlatform = 'ios' | 'android' | 'mac' | 'windows'
export type SiteClient = {
  readonly platform: ClientPlatform
  readonly version: string
  readonly date: string
  readonly requires: Localized
  readonly url: string
  readonly mirrorUrl: string | null
  readonly sha256: string | null
  readonly sizeBytes: number | null
  readonly demo: boolean
}
export type SiteCampaign = {
  readonly parameters: readonly string[]
  readonly asks: boolean
  readonly days: number
  /**
   * Domain of the campaign cookies. `parent`: the widest domain that browsers allow, so that sister hosts share the
   * cookies. '.example.com': this domain. Null: this host only.
   */
  readonly cookieDomain: string | null
  readonly marketingOrigin: string | null
}
/** Verifiable facts about the service with the URL of their source; absent facts are hidden. */
export type Proof = {
  readonly company?: { readonly name: string; readonly place: Localized; readonly url: string }
  readonly audit?: { readonly by: string; readonly month: string; readonly url: string }
  readonly protocol?: { readonly name: string; readonly note: Localized; readonly url: string }
  readonly source?: { readonly note: Localized; readonly url: string }
  readonly status?: { readonly url: string; readonly feed?: string }
  readonly demo?: boolean
}
export type AffiliateContact = {
  readonly label: string
  readonly url: string
  readonly demo: boolean
}
export type SiteChat = {
  /** URL of the chat provider's own page, shown in an iframe; none of its scripts run on our origin. */
  readonly url: string
  readonly hosts: readonly string[]
}
export type LinkKey = 'blog' | 'status' | 'github' | 'social' | 'messaging' | 'support'
type SiteLink = { readonly key: LinkKey; readonly url: string }
export type SiteMethod = { readonly method: Method; readonly currencies: readonly Currency[] }
export type SiteGoods = {
  readonly id: string
  readonly names: Localized
  readonly badges: Localized | null
  readonly months: number
  readonly bonusDays: number
  readonly maxDevices: number
  readonly prices: readonly {
    readonly currency: Currency
    readonly priceMinor: number
    readonly listPriceMinor: number | null
  }[]
  readonly groupPrices: readonly {
    readonly size: 2 | 3
    readonly currency: Currency
    readonly perPersonMinor: number
  }[]
}
type SiteTestimonial = {
  readonly months: number
  readonly text: Localized
  readonly author: Localized
  readonly demo: boolean
}
type SiteDistance = { readonly place: Localized; readonly milliseconds: number; readonly demo: boolean }

export const downloadCode = '/qr-download.svg'

/** Data that the server puts into a page for browser scripts, in `<script type="application/json" id="page-data">`. */
export type PageData = {
  readonly language: Language
  readonly brand: string
  /** Prefix of links inside the page: '' on the plain route, '/en' or '/zh-CN' on language-specific URLs. */
  readonly base: string
  readonly apiPrefix: '/v4' | '/v4/test'
  readonly signingKey?: string
  readonly supportInbox?: boolean
  readonly mirror?: MirrorApi
}
export const pageDataId = 'page-data'

export type SiteAssets = {
  readonly enhancer: string
  readonly font: string
  readonly extras: Readonly<Record<string, string>>
  readonly styles: Readonly<Record<string, string>>
  readonly islands: Readonly<Record<string, Readonly<Record<Language, readonly string[]>>>>
  readonly account: { readonly scripts: readonly string[]; readonly css: string } | null
}

export type RenderRequest = {
  readonly path: string
  readonly language: Language
  readonly prefixed: boolean
  readonly data: SiteData
  /** Today's ISO date, for pages that show dates: in Chinese time for Chinese pages, otherwise in UTC. */
  readonly today: string
  readonly mirror?: { readonly base: string; readonly api: MirrorApi }
  readonly requestId?: string
  readonly group?: SiteGroup | null
  readonly still?: true
}
export type GroupCard = Output<(typeof groupCalls)['/api/payment/payment_joint_group']>
export type PictureShape = 'wide' | 'square'
export type SiteGroup = { readonly card: GroupCard; readonly pictures: Readonly<Record<PictureShape, string>> }
export type GroupPictureRequest = {
  readonly card: GroupCard
  readonly language: Language
  readonly shape: PictureShape
  readonly data: Pick<SiteData, 'brand' | 'goods' | 'look' | 'mark'>
}
export type RenderedPage = {
  readonly status: 200 | 404 | 405 | 500 | 503
  readonly html: string
  readonly script: string
  readonly style: string
  readonly frames: readonly string[]
  readonly connects: readonly string[]
}
type PageMatch = {
  /** Canonical path of a page, used for rendering and as cache key for all URLs of that page. */
  readonly path: string
  readonly prefixable: boolean
  readonly movedTo: string | null
  /** True if the path holds a token of a mail. Anyone can invent such paths, so pages under them are not cached. */
  readonly hasToken: boolean
}
/** The only interface between server and pages: `dist/render/renderer.js` exports `createRenderer`. */
export interface Renderer {
  match(path: string, data: SiteData): PageMatch | null
  addresses(data: SiteData): readonly string[]
  render(request: RenderRequest): RenderedPage
  renderError(request: RenderRequest): RenderedPage
  renderNeedsScript(request: RenderRequest): RenderedPage
  renderClosed(request: RenderRequest): RenderedPage
  groupPicture(request: GroupPictureRequest): string
  /** Draws an icon or link preview picture of the shop by its file name; null for other names. */
  brandPicture(name: string, data: SiteData): string | null
}
export type CreateRenderer = (assets: SiteAssets) => Promise<Renderer>
