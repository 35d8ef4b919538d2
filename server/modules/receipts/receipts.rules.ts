import type { Localized } from '#shared/language.ts'
import { divideHalfEven } from '#shared/money.ts'

/** Seller when the receipt was numbered; absent fields are not shown. */
export type SellerThen = {
  readonly name: string
  readonly address?: string
  readonly taxNumber?: string
  readonly email?: string
  /** Sample data of the demo. */
  readonly demo?: boolean
  /** Tax included in prices. */
  readonly tax?: { readonly label: Localized; readonly rateBps: number }
}

/** Number series by seller: another company or tax number starts a new one. */
export function seriesOf(seller: SellerThen | null): string {
  return seller ? `${seller.name}\n${seller.taxNumber ?? ''}` : ''
}

/** Tax included in a price, rounded half-even once. */
export const containedTax = (grossMinor: number, rateBps: number): number =>
  Number(divideHalfEven(BigInt(grossMinor) * BigInt(rateBps), BigInt(10_000 + rateBps)))

/** "2026-000012": year of issue (UTC) and number in the series, which continues across years. */
export const receiptNumber = (issuedAt: Date, number: number): string =>
  `${issuedAt.getUTCFullYear()}-${String(number).padStart(6, '0')}`
