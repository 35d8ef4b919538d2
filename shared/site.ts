import type { Method } from './method.ts'
import type { IdentifierKind } from './account-rules.ts'
import type { Currency } from './money.ts'
import type { Language, Localized } from './language.ts'
import type { Environment } from './codes.ts'
import type { AffiliateTerms } from './affiliate-terms.ts'
import type { SitePlace } from './places.ts'
import type { ServiceHistory } from './service-history.ts'
import type { MirrorApi } from './mirror.ts'
import type { Output } from './contract/call.ts'
import type { cryptoCalls } from './contract/crypto.ts'
import type { groupCalls } from './contract/group.ts'

export type CryptoOptions = Output<(typeof cryptoCalls)['/api/payment/payment_crypto_options']>

/** Data shown on pages, as opposed to fixed copy. Operators change it without a deployment. */
export type SiteData = {
  /** Changes with any value below; rendered pages are cached until then. */
  readonly version: string
  readonly brand: Localized
  readonly environment: Environment
  /** Absolute URL without trailing slash: https://example.com */
  readonly publicOrigin: string
  readonly apiPrefix: '/v4' | '/v4/test'
  /** Public half of the web platform's signing key: SPKI, base64. */
  readonly signingKey: string
  /** ISO date, 2025-04-20. */
  readonly releaseDate: string
  readonly trialMinutes: number
  /** Days that a trial claimed on the web waits for its first sign-in. */
  readonly trialArmedDays: number
  /** Days within which a purchase can be refunded; 0: no refunds. */
  readonly refundDays: number
  /** Identifier kinds for registration and sign-in; an address kind is listed only if codes can be sent to it. */
  readonly identifiers: readonly IdentifierKind[]
  readonly links: readonly SiteLink[]
  readonly goods: readonly SiteGoods[]
  /** No longer on sale; old orders still need their pages. */
  readonly retiredGoods: readonly Pick<SiteGoods, 'id' | 'names'>[]
  readonly methods: readonly SiteMethod[]
  /** Notice above every page, such as maintenance; null if there is none. */
  readonly notice: Localized | null
  /** Networks and tokens for payment; empty if cryptocurrency is not accepted. */
  readonly cryptoOptions: CryptoOptions
  /** URL of the relay for wallets on other devices; null if those are not offered. */
  readonly walletRelay: string | null
  /** Test wallet in DEV with a local chain; null everywhere else. */
  readonly demoWallet: SiteDemoWallet | null
  readonly testimonials: readonly SiteTestimonial[]
  /** Places of the servers that paid plans use; empty if the operator named none. */
  readonly places: readonly SitePlace[]
  /** Availability of the services by day; empty until something is measured. */
  readonly services: readonly ServiceHistory[]
  /** Latencies measured by the status feed; empty without a feed. */
  readonly distances: readonly SiteDistance[]
  readonly clients: readonly SiteClient[]
  readonly affiliateTerms: AffiliateTerms
  /** Operator texts as finished HTML, with numbers from the terms filled in. */
  readonly content: Readonly<Record<Language, SiteContent>>
  readonly campaign: SiteCampaign | null
  readonly proof: Proof | null
  readonly affiliateContact: AffiliateContact | null
  readonly supportInbox: boolean
  readonly chat: SiteChat | null
  /** User agent patterns that get no content; empty if switched off. */
  readonly adsCrawlers: readonly string[]
  /** Newest canary statement; null if none was ever published. */
  readonly canary: SiteCanary | null
  readonly securityContact: SecurityContact | null
}
/** `contact`: mailto: or https: URL. `policy`: page that describes how reports are handled. */
export type SecurityContact = { readonly contact: string; readonly policy: string | null }
export type SiteDemoWallet = { readonly script: string; readonly chain: string }
export type SiteCanary = {
  /** ISO dates: the one in the signed text, and the last day on which it is valid. */
  readonly date: string
  readonly lastGoodDay: string
  /** Checked by the server. `unverified`: the signature does not match the text and the published key. */
  readonly state: 'current' | 'stale' | 'unverified'
  readonly text: string
  /** Ed25519 signature: 64 bytes, base64. */
  readonly signature: string
  readonly key: { readonly pem: string; readonly fingerprint: string } | null
}
export type SiteContent = {
  readonly faq: readonly SiteFaqCategory[]
  readonly announcements: readonly SiteText[]
  readonly clauses: readonly SiteText[]
  /** Single pages by slug, such as `student-discount`; other slugs have no page. */
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
  /** Second-level headings, for the table of contents. */
  readonly headings: readonly { readonly id: string; readonly title: string }[]
  readonly version: number
  readonly date: string
  /** Announcement about an incident on its date. */
  readonly incident: boolean
  /** Sample text of a fresh installation; the page says so. */
  readonly demo: boolean
}
export type ClientPlatform = 'ios' | 'android' | 'mac' | 'windows'
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
  /** Query parameters that are stored; all others are ignored. */
  readonly parameters: readonly string[]
  readonly asks: boolean
  readonly days: number
  /** `parent`: widest domain that browsers allow, so sister hosts share the cookies. '.example.com': this domain. Null: this host only. */
  readonly cookieDomain: string | null
  /** Origin of the `/marketing/` paths; null: this host. */
  readonly marketingOrigin: string | null
}
/** Verifiable facts with the URL of their source; absent facts are hidden. */
export type Proof = {
  readonly company?: { readonly name: string; readonly place: Localized; readonly url: string }
  /** `month`: for example 2026-05. */
  readonly audit?: { readonly by: string; readonly month: string; readonly url: string }
  readonly protocol?: { readonly name: string; readonly note: Localized; readonly url: string }
  readonly source?: { readonly note: Localized; readonly url: string }
  /** `feed`: the page's `status.json` in Statuspage format, fetched by the server. */
  readonly status?: { readonly url: string; readonly feed?: string }
  /** Sample of a fresh installation; the page says so. */
  readonly demo?: boolean
}
export type AffiliateContact = {
  /** Text of the link: 'Telegram @wayfare_partners'. */
  readonly label: string
  readonly url: string
  /** Sample of a fresh installation; the page says so. */
  readonly demo: boolean
}
export type SiteChat = {
  /** The provider's own page in an iframe; none of its scripts run on our origin. */
  readonly url: string
  /** Exact hosts on which the chat may be offered. */
  readonly hosts: readonly string[]
}
export type LinkKey = 'blog' | 'status' | 'github' | 'social' | 'messaging' | 'support'
export type SiteLink = { readonly key: LinkKey; readonly url: string }
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
export type SiteTestimonial = {
  readonly months: number
  readonly text: Localized
  readonly author: Localized
  readonly demo: boolean
}
export type SiteDistance = { readonly place: Localized; readonly milliseconds: number; readonly demo: boolean }

export const downloadCode = '/qr-download.svg'

/** Data for browser scripts, from `<script type="application/json" id="page-data">`. */
export type PageData = {
  readonly language: Language
  readonly brand: string
  /** Prefix of links inside the page: '' on the plain route, '/en' or '/zh-CN' on language-specific URLs. */
  readonly base: string
  readonly apiPrefix: '/v4' | '/v4/test'
  readonly signingKey?: string
  /** True if the account area has a support section. */
  readonly supportInbox?: boolean
  /** API hosts for a mirror; absent on the site itself. */
  readonly mirror?: MirrorApi
}
export const pageDataId = 'page-data'

/** Build output that the renderer needs: script URLs, and the CSS of each page. */
export type SiteAssets = {
  readonly enhancer: string
  readonly font: string
  /** Scripts of single pages and rare events (`web/enhance/lazy`), by name. */
  readonly extras: Readonly<Record<string, string>>
  /** Page file (without extension) → CSS to inline. */
  readonly styles: Readonly<Record<string, string>>
  /** Island → scripts for each language; the first mounts the island, the second contains it. */
  readonly islands: Readonly<Record<string, Readonly<Record<Language, readonly string[]>>>>
  /** Entry of the account area, then the chunks it imports. Null if not built. */
  readonly account: { readonly scripts: readonly string[]; readonly css: string } | null
}

export type RenderRequest = {
  /** Path without language prefix: '/pricing'. */
  readonly path: string
  readonly language: Language
  /** True if the URL contains the language, so links inside keep it. */
  readonly prefixed: boolean
  readonly data: SiteData
  /** Today's ISO date: Chinese time for Chinese, UTC otherwise. Pages with dates count from it. */
  readonly today: string
  readonly mirror?: { readonly base: string; readonly api: MirrorApi }
  /** Request id on an error page, to find the request in the log. */
  readonly requestId?: string
  /** Group of a shared link; null if the link is invalid. */
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
  readonly data: Pick<SiteData, 'brand' | 'goods'>
}
export type RenderedPage = {
  readonly status: 200 | 404 | 405 | 500
  readonly html: string
  /** Text of the only inline script and style; their hashes are in the content security policy. */
  readonly script: string
  readonly style: string
  /** Foreign origins that the page may frame or call; added to the content security policy. */
  readonly frames: readonly string[]
  readonly connects: readonly string[]
}
export type PageMatch = {
  /** Canonical path, used for rendering and as cache key for all URLs of the same page. */
  readonly path: string
  /** True if the page also exists under /en and /zh-CN. */
  readonly prefixable: boolean
  /** New URL of a moved page; the old one redirects there. */
  readonly movedTo: string | null
}
/** The only interface between server and pages: `dist/render/renderer.js` exports `createRenderer`. */
export interface Renderer {
  match(path: string, data: SiteData): PageMatch | null
  /** All URLs for the sitemap, without prefix. */
  addresses(data: SiteData): readonly string[]
  render(request: RenderRequest): RenderedPage
  /** Page for server errors, with status 500. */
  renderError(request: RenderRequest): RenderedPage
  /** Page for a form that was submitted without script, with status 405. */
  renderNeedsScript(request: RenderRequest): RenderedPage
  /** Preview picture of a group's link as SVG; deterministic for a given state of the group. */
  groupPicture(request: GroupPictureRequest): string
}
export type CreateRenderer = (assets: SiteAssets) => Promise<Renderer>
