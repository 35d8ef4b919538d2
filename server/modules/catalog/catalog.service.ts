import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Localized } from '#shared/language.ts'
import type { MirrorSettings } from '#shared/mirror.ts'
import type { MonthZones } from '#shared/month-zones.ts'
import { readOperatorLimits, type OperatorLimits } from '#shared/operator-limits.ts'
import { defaultLook, type Look } from '#shared/brand-look.ts'
import type { AffiliateContact, PageTexts, Proof, SiteCampaign, SiteChat, SiteMark } from '#shared/site.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { Notice } from './catalog.rules.ts'
import * as repo from './catalog.repo.ts'
import { defaultAdsCrawlers, defaultCampaign, defaultSettings, completeTerms, noMirrors } from './default-settings.ts'
import { findSetting } from './catalog.queries.ts'

export const linkKeys = ['blog', 'status', 'github', 'social', 'messaging', 'support'] as const
type LinkKey = (typeof linkKeys)[number]

type Seller = {
  readonly name: string
  readonly address?: string
  readonly taxNumber?: string
  readonly email?: string
  readonly demo?: boolean
  readonly tax?: { readonly label: Localized; readonly rateBps: number }
}

export type Settings = {
  readonly brand: Localized
  readonly look: Look
  readonly links: readonly { key: LinkKey; url: string }[]
  readonly releaseDate: string
  readonly trialMinutes: number
  /** Days for which a trial requested on the website waits until an app starts it. */
  readonly trialArmedDays: number
  readonly refundDays: number
  /** Hours within which the shop promises to decide a payment under review; null without a promise. */
  readonly reviewHours: number | null
  readonly seller: Seller | null
  /** Facts that visitors can verify before buying; null if not set. */
  readonly proof: Proof | null
  readonly affiliateTerms: AffiliateTerms
  readonly campaign: SiteCampaign | null
  readonly chat: SiteChat | null
  readonly affiliateContact: AffiliateContact | null
  readonly adsCrawlers: readonly string[]
  readonly mirrors: MirrorSettings
  readonly notice: Notice | null
  /** Ed25519 public key (PEM) for canary statements; null if not set. */
  readonly canaryKey: string | null
  readonly supportInbox: boolean
  /** Sentence on the page that visitors see while the shop is closed; null for the usual one. */
  readonly closedText: Localized | null
  /**
   * State that an operator chose for the shop; null until an operator has opened or closed the shop (see `isShopOpen`).
   */
  readonly isOpen: boolean | null
  /** Time zones in which payout months end. Only the operator action "payouts set-zone" changes them. */
  readonly monthZones: MonthZones
  /** Limits of what an operator may do alone. Only the operator action "limits change" changes them. */
  readonly operatorLimits: OperatorLimits
}

export async function readSettings(db: Queryable): Promise<Settings> {
  const rows = new Map((await repo.listSettings(db)).map(({ key, value }) => [key, value]))
  const links = (rows.get('links') ?? {}) as Partial<Record<LinkKey, string>>
  return {
    brand: (rows.get('brand') as Localized | undefined) ?? defaultSettings.brand,
    look: (rows.get('look') as Look | undefined) ?? defaultLook,
    links: linkKeys.flatMap((key) => (links[key] ? [{ key, url: links[key] }] : [])),
    releaseDate: (rows.get('releaseDate') as string | undefined) ?? defaultSettings.releaseDate,
    trialMinutes: (rows.get('trialMinutes') as number | undefined) ?? defaultSettings.trialMinutes,
    trialArmedDays: (rows.get('trialArmedDays') as number | undefined) ?? defaultSettings.trialArmedDays,
    refundDays: (rows.get('refundDays') as number | undefined) ?? defaultSettings.refundDays,
    seller: (rows.get('seller') as Seller | null | undefined) ?? null,
    proof: (rows.get('proof') as Proof | null | undefined) ?? null,
    reviewHours: (rows.get('reviewHours') as number | null | undefined) ?? null,
    affiliateTerms: completeTerms(rows.get('affiliateTerms')),
    campaign: rows.has('campaign') ? (rows.get('campaign') as SiteCampaign | null) : defaultCampaign,
    chat: (rows.get('chat') as SiteChat | undefined) ?? null,
    affiliateContact: (rows.get('affiliateContact') as AffiliateContact | undefined) ?? null,
    mirrors: { ...noMirrors, ...(rows.get('mirrors') as Partial<MirrorSettings> | undefined) },
    notice: (rows.get('notice') as Notice | null | undefined) ?? null,
    canaryKey: (rows.get('canaryKey') as string | undefined) ?? null,
    adsCrawlers: (rows.get('adsCrawlers') as string[] | undefined) ?? defaultAdsCrawlers,
    closedText: (rows.get('closedText') as Localized | null | undefined) ?? null,
    isOpen: (rows.get('isOpen') as boolean | undefined) ?? null,
    supportInbox: (rows.get('supportInbox') as boolean | undefined) ?? defaultSettings.supportInbox,
    monthZones: (rows.get('monthZones') as MonthZones | undefined) ?? [],
    operatorLimits: readOperatorLimits(rows.get('operatorLimits')),
  }
}

/**
 * Logo and sentences of the shop. They are separate from the other settings, because they are large and only pages need
 * them.
 */
export type BrandKit = { readonly mark: SiteMark | null; readonly pageTexts: PageTexts }

export async function readBrandKit(db: Queryable): Promise<BrandKit> {
  const rows = new Map((await repo.listBrandKit(db)).map(({ key, value }) => [key, value]))
  return {
    mark: (rows.get('mark') as SiteMark | null | undefined) ?? null,
    pageTexts: (rows.get('pageTexts') as PageTexts | undefined) ?? {},
  }
}

export const saveSetting = (tx: Transaction, key: string, value: unknown) => repo.upsertSetting(tx, key, value)

export const lockSetting = (tx: Transaction, key: string) => repo.lockSetting(tx, key)

/** Time of the last backup, stored by `deploy/dump.sh` when a backup has finished. Null before the first backup. */
export async function findLastBackup(db: Queryable): Promise<Date | null> {
  const row = await findSetting(db, 'lastBackup')
  return row ? new Date(String(row.value)) : null
}
