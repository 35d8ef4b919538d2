import type { Localized } from '#shared/language.ts'
import type { Currency } from '#shared/money.ts'

/** What of an order never changes once it is paid. */
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
  /** More devices for time that was there, and no time. */
  readonly difference: { readonly devicesBefore: number } | null
}

/** What is looked up when a message is written; null: it has none, or is not about one. */
export type Known = {
  readonly now: Date
  /** The account's name, or its number. */
  readonly account: string
  readonly membershipUntil: Date | null
  readonly order: OrderLine | null
  /** Another person, as much of their name as others may see. */
  readonly person: string
  /** What was bought last, at its price of today. */
  readonly plan: { readonly names: Localized; readonly priceMinor: number; readonly currency: Currency } | null
  /** How many hours a person takes at most to decide; null: none is promised. */
  readonly reviewHours: number | null
  readonly affiliate: {
    readonly link: string
    readonly firstBps: number
    readonly renewalBps: number
    readonly holdDays: number
    /** What of each commission is paid so many days after its hold; null: nothing. */
    readonly reserve: { readonly bps: number; readonly days: number } | null
    readonly minPayoutMinor: number
    readonly hasAddress: boolean
  } | null
  readonly campaign: string | null
  /** What a mailing says in the reader's language; null where the message is none. */
  readonly mailing: {
    readonly subject: string
    readonly heading: string
    readonly text: string
    readonly button: string
    readonly page: string
  } | null
  /** The legal text that has a new version. `from`: from when that holds; null: already. */
  readonly legal: { readonly titles: Localized; readonly slug: string; readonly from: Date | null } | null
  /** What support wrote; null where it is read in the account alone. */
  readonly answer: string | null
  /** Where the person may answer that by mail. */
  readonly replyTo: string | null
  /** Where a change that waits is stopped. */
  readonly stopPage: string | null
}
