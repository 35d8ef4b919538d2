import type { Method } from './method.ts'
import type { IdentifierKind } from './account-rules.ts'
import type { Currency } from './money.ts'
import type { Language, Localized } from './language.ts'
import type { Environment } from './codes.ts'
import type { AffiliateTerms } from './affiliate-terms.ts'
import type { MirrorApi } from './mirror.ts'
import type { Output } from './contract/call.ts'
import type { cryptoCalls } from './contract/crypto.ts'
import type { groupCalls } from './contract/group.ts'

export type CryptoOptions = Output<(typeof cryptoCalls)['/api/payment/payment_crypto_options']>

/** Everything that pages show and that is data, not copy. The operator changes it without a deploy. */
export type SiteData = {
  /** Changes whenever anything below does; rendered pages are kept until it changes. */
  readonly version: string
  readonly brand: Localized
  readonly environment: Environment
  /** Absolute, without a slash at its end: https://example.com */
  readonly publicOrigin: string
  readonly apiPrefix: '/v4' | '/v4/test'
  /** Public half of the web platform's signing key: SPKI, base64. */
  readonly signingKey: string
  /** ISO date, 2025-04-20. */
  readonly releaseDate: string
  readonly trialMinutes: number
  /** So long a trial that was asked for on the web waits for its first sign-in. */
  readonly trialArmedDays: number
  /** Within how many days a purchase can be given back; 0 where it cannot. */
  readonly refundDays: number
  /** What one can register and sign in with: an address counts where codes can be sent to it. */
  readonly identifiers: readonly IdentifierKind[]
  readonly links: readonly SiteLink[]
  readonly goods: readonly SiteGoods[]
  /** Not on sale any more; orders of before still have their pages. */
  readonly retiredGoods: readonly Pick<SiteGoods, 'id' | 'names'>[]
  readonly methods: readonly SiteMethod[]
  /** Above every page, as during maintenance; null where nothing is to be said. */
  readonly notice: Localized | null
  /** What an order can be paid in; no network where cryptocurrency is not taken. */
  readonly cryptoOptions: CryptoOptions
  /** Address of the relay for wallets on other devices; null where those are not offered. */
  readonly walletRelay: string | null
  /** A wallet to try crypto with, where the product runs in DEV beside a local chain; null everywhere else. */
  readonly demoWallet: SiteDemoWallet | null
  /** Real ones only; the home page leaves the section out while there are none. */
  readonly testimonials: readonly SiteTestimonial[]
  /** Measured times from the status feed; no feed, no sign. */
  readonly distances: readonly SiteDistance[]
  readonly clients: readonly SiteClient[]
  readonly affiliateTerms: AffiliateTerms
  /** What the operator wrote, finished HTML with every number from the terms in its place. */
  readonly content: Readonly<Record<Language, SiteContent>>
  /** Null while campaign parameters are not looked at. */
  readonly campaign: SiteCampaign | null
  /** Null where the operator has said nothing that a visitor could check. */
  readonly proof: Proof | null
  /** Null while affiliates have no one to write to. */
  readonly affiliateContact: AffiliateContact | null
  /** Whether customers write to support from their account. */
  readonly supportInbox: boolean
  /** Null while no chat is offered. */
  readonly chat: SiteChat | null
  /** Visitors whose user agent matches one of these see nothing; empty where the operator has switched that off. */
  readonly adsCrawlers: readonly string[]
  /** The newest canary statement; null while none was ever published. */
  readonly canary: SiteCanary | null
  /** Null while no one is named to report a weakness to. */
  readonly securityContact: SecurityContact | null
}
/** `contact`: mailto: or https:. `policy`: a page that says how reports are treated. */
export type SecurityContact = { readonly contact: string; readonly policy: string | null }
/** Addresses of the wallet's script and of the chain that it speaks to. */
export type SiteDemoWallet = { readonly script: string; readonly chain: string }
export type SiteCanary = {
  /** ISO days: the one that the signed text names, and the last on which it counts. */
  readonly date: string
  readonly lastGoodDay: string
  /** Checked by the server: `unverified` is one whose signature is not over this text with the published key. */
  readonly state: 'current' | 'stale' | 'unverified'
  readonly text: string
  /** 64 bytes of Ed25519, base64. */
  readonly signature: string
  /** Null while none is published. */
  readonly key: { readonly pem: string; readonly fingerprint: string } | null
}
export type SiteContent = {
  readonly faq: readonly SiteFaqCategory[]
  readonly announcements: readonly SiteText[]
  readonly clauses: readonly SiteText[]
  /** Single pages by slug, such as `student-discount`; a slug that is not here has no page. */
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
  /** Headings of the second level, for contents. */
  readonly headings: readonly { readonly id: string; readonly title: string }[]
  readonly version: number
  /** ISO date of publication. */
  readonly date: string
  /** Sample text of a fresh installation; the page says so. */
  readonly demo: boolean
}
export type ClientPlatform = 'ios' | 'android' | 'mac' | 'windows'
export type SiteClient = {
  readonly platform: ClientPlatform
  readonly version: string
  /** ISO date. */
  readonly date: string
  readonly requires: Localized
  readonly url: string
  readonly mirrorUrl: string | null
  readonly sha256: string | null
  readonly sizeBytes: number | null
  readonly demo: boolean
}
export type SiteCampaign = {
  /** Query parameters that are kept, and nothing else of an address. */
  readonly parameters: readonly string[]
  /** Whether a visitor is asked first. */
  readonly asks: boolean
  readonly days: number
  /** `parent`: the widest domain that browsers allow, so that sister hosts read the same cookies; '.example.com': that one; null: this host alone. */
  readonly cookieDomain: string | null
  /** Where paths with `/marketing/` live; null: on this very host. */
  readonly marketingOrigin: string | null
}
/** Facts that anyone can check, each with the address of its source; what is absent is not shown. */
export type Proof = {
  readonly company?: { readonly name: string; readonly place: Localized; readonly url: string }
  /** `month`: 2026-05. */
  readonly audit?: { readonly by: string; readonly month: string; readonly url: string }
  readonly protocol?: { readonly name: string; readonly note: Localized; readonly url: string }
  readonly source?: { readonly note: Localized; readonly url: string }
  /** `feed`: the same page as `status.json` of Statuspage, asked by the server. */
  readonly status?: { readonly url: string; readonly feed?: string }
  /** Sample of a fresh installation; the page says so. */
  readonly demo?: boolean
}
/** Where affiliates reach someone. */
export type AffiliateContact = {
  /** As it is read: 'Telegram @wayfare_partners'. */
  readonly label: string
  readonly url: string
  /** Sample of a fresh installation; the page says so. */
  readonly demo: boolean
}
export type SiteChat = {
  /** The provider's own page, shown in a frame: none of its scripts ever runs on ours. */
  readonly url: string
  /** Exact hosts on which it may be offered. */
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

/** The QR code of the download page, as a file. */
export const downloadCode = '/qr-download.svg'

/** What scripts in the browser read from `<script type="application/json" id="page-data">`. */
export type PageData = {
  readonly language: Language
  /** The name of the product in that language. */
  readonly brand: string
  /** Prefix of links inside the page: '' on the plain route, '/en' or '/zh-CN' on a language's own address. */
  readonly base: string
  readonly apiPrefix: '/v4' | '/v4/test'
  readonly signingKey?: string
  /** In the account area: whether there is a section to write to support. */
  readonly supportInbox?: boolean
  /** On a mirror: where the API is. Absent on the site itself. */
  readonly mirror?: MirrorApi
}
export const pageDataId = 'page-data'

/** What the build knows and the renderer needs: addresses of scripts, and the CSS that each page brings along. */
export type SiteAssets = {
  readonly enhancer: string
  readonly font: string
  /** Scripts of single pages and rare occasions (`web/enhance/lazy`), by name. */
  readonly extras: Readonly<Record<string, string>>
  /** Page file (without extension) → the CSS to inline. */
  readonly styles: Readonly<Record<string, string>>
  /** Island → every script that it needs in a language; the first mounts, the second is the island. */
  readonly islands: Readonly<Record<string, Readonly<Record<Language, readonly string[]>>>>
  /** The account area's entry, then the chunks that it imports. Null while there is none. */
  readonly account: { readonly scripts: readonly string[]; readonly css: string } | null
}

export type RenderRequest = {
  /** Without the language prefix: '/pricing'. */
  readonly path: string
  readonly language: Language
  /** The address carries the language, so links inside stay on it. */
  readonly prefixed: boolean
  readonly data: SiteData
  /** ISO date, in Chinese of China, else in UTC; pages that show dates count from it. */
  readonly today: string
  /** For a static copy: links are relative, and the API is elsewhere. */
  readonly mirror?: { readonly base: string; readonly api: MirrorApi }
  /** For the page of a failure: by which the request is found in the log. */
  readonly requestId?: string
  /** For the page that a group's link leads to; null where the link leads to none. */
  readonly group?: SiteGroup | null
  /** Just how it looks: nothing of it runs. */
  readonly still?: true
}
export type GroupCard = Output<(typeof groupCalls)['/api/payment/payment_joint_group']>
export type PictureShape = 'wide' | 'square'
/** A group as everyone with its link sees it, and the addresses of the pictures that stand beside a shared link. */
export type SiteGroup = { readonly card: GroupCard; readonly pictures: Readonly<Record<PictureShape, string>> }
export type GroupPictureRequest = {
  readonly card: GroupCard
  readonly language: Language
  readonly shape: PictureShape
  readonly data: Pick<SiteData, 'brand' | 'goods'>
}
export type RenderedPage = {
  readonly status: 200 | 403 | 404 | 405 | 500
  readonly html: string
  /** Text of the one inline script and the one inline style: their hashes stand in the content security policy. */
  readonly script: string
  readonly style: string
  /** Origins beside our own that the page may frame or call; the content security policy names them. */
  readonly frames: readonly string[]
  readonly connects: readonly string[]
}
export type PageMatch = {
  /** The path to render and to keep the result under: one for all addresses that give the same page. */
  readonly path: string
  /** Exists under /en and /zh-CN as well. */
  readonly prefixable: boolean
  /** The address it has now; the old one is sent there. */
  readonly movedTo: string | null
}
/** The one door through which the server reaches the pages: `dist/render/renderer.js` exports `createRenderer`. */
export interface Renderer {
  /** Null where no page answers. */
  match(path: string, data: SiteData): PageMatch | null
  /** Every address for search engines, without prefix. */
  addresses(data: SiteData): readonly string[]
  /** The page at `path`; the dead-end page with status 404 where none is. */
  render(request: RenderRequest): RenderedPage
  /** The page for "our fault", with status 500. */
  renderError(request: RenderRequest): RenderedPage
  /** The page for a form that the browser sent by itself, with status 405. */
  renderNeedsScript(request: RenderRequest): RenderedPage
  /** The picture beside a group's link, as SVG; the same state of the group gives the same text. */
  groupPicture(request: GroupPictureRequest): string
}
export type CreateRenderer = (assets: SiteAssets) => Promise<Renderer>
