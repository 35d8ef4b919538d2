import type { Localized } from '#shared/language.ts'
import { divideHalfEven } from '#shared/money.ts'

/** Seller as it was when the receipt got its number. Absent fields are not shown. */
export type SellerThen = {
  readonly name: string
  readonly address?: string
  readonly taxNumber?: string
  readonly email?: string
  readonly demo?: boolean
  readonly tax?: { readonly label: Localized; readonly rateBps: number }
}

/** Number series for a seller's receipts. A different company or tax number starts a new series. */
export function seriesOf(seller: SellerThen | null): string {
  return seller ? `${seller.name}\n${seller.taxNumber ?? ''}` : ''
}

/** Tax contained in a gross price, rounded half-even once. */
export const containedTax = (grossMinor: number, rateBps: number): number =>
  Number(divideHalfEven(BigInt(grossMinor) * BigInt(rateBps), BigInt(10_000 + rateBps)))

/** Receipt number such as "2026-000012": year of issue (UTC) and number in the series, which continues across years. */
export const receiptNumber = (issuedAt: Date, number: number): string =>
  `${issuedAt.getUTCFullYear()}-${String(number).padStart(6, '0')}`
