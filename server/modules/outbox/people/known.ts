import type { Localized } from '#shared/language.ts'
import type { Currency } from '#shared/money.ts'

/** Facts of an order that never change after payment. */
export type OrderLine = {
  readonly number: string
  readonly names: Localized
  readonly months: number
  readonly maxDevices: number
  readonly priceMinor: number
  readonly discountMinor: number
  readonly promoCode: string | null
  readonly totalMinor: number
  readonly currency: Currency
  readonly method: string
  readonly seats: number
  /** Upgrade of existing time, without new time. */
  readonly difference: { readonly devicesBefore: number } | null
}

/** Data read when a message is rendered; null: not applicable. */
export type Known = {
  readonly now: Date
  /** Account name or user id. */
  readonly account: string
  readonly membershipUntil: Date | null
  readonly order: OrderLine | null
  /** Masked name of another person. */
  readonly person: string
  /** Plan bought last, at its current price. */
  readonly plan: { readonly names: Localized; readonly priceMinor: number; readonly currency: Currency } | null
  /** Promised hours for decisions; null: no promise. */
  readonly reviewHours: number | null
  readonly affiliate: {
    readonly link: string
    readonly firstBps: number
    readonly renewalBps: number
    readonly holdDays: number
    /** Reserve of commissions and its days after the hold; null: none. */
    readonly reserve: { readonly bps: number; readonly days: number } | null
    readonly minPayoutMinor: number
    readonly hasAddress: boolean
  } | null
  readonly campaign: string | null
  /** Texts of a mailing in the reader's language; null for other messages. */
  readonly mailing: {
    readonly subject: string
    readonly heading: string
    readonly text: string
    readonly button: string
    readonly page: string
  } | null
  /** Legal text with a new version. `from`: start; null: in force. */
  readonly legal: { readonly titles: Localized; readonly slug: string; readonly from: Date | null } | null
  /** Answer of support; null if shown only in the account. */
  readonly answer: string | null
  /** Address for replies by mail. */
  readonly replyTo: string | null
  /** Page where a pending change can be stopped. */
  readonly stopPage: string | null
}
