import type { Localized } from '#shared/language.ts'
import type { Currency } from '#shared/money.ts'

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
  /** Number of devices before the upgrade. Null unless the order is a device upgrade, which adds no time. */
  readonly difference: { readonly devicesBefore: number } | null
}

/** Data of the shop and the reader that is read when a message is rendered. Fields that do not apply are null. */
export type MessageData = {
  readonly now: Date
  /** Account name, or user id if there is none. */
  readonly account: string
  readonly membershipUntil: Date | null
  readonly order: OrderLine | null
  readonly person: string
  readonly plan: { readonly names: Localized; readonly priceMinor: number; readonly currency: Currency } | null
  readonly reviewHours: number | null
  readonly affiliate: {
    readonly link: string
    readonly firstBps: number
    readonly renewalBps: number
    readonly holdDays: number
    /**
     * Part of commissions that the shop withholds as reserve, and the days for which it is held. Null without a
     * reserve.
     */
    readonly reserve: { readonly bps: number; readonly days: number } | null
    readonly minPayoutMinor: number
    readonly hasAddress: boolean
  } | null
  readonly campaign: string | null
  readonly mailing: {
    readonly subject: string
    readonly heading: string
    readonly text: string
    readonly button: string
    readonly page: string
  } | null
  /** Legal text with a new version. `from`: start of the version; null if it is already in force. */
  readonly legal: { readonly titles: Localized; readonly slug: string; readonly from: Date | null } | null
  readonly answer: string | null
  readonly replyTo: string | null
  readonly stopPage: string | null
}
