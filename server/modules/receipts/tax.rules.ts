import { divideHalfEven } from '#shared/money.ts'

/** Tax included in a price, rounded half-even once. */
export const containedTax = (grossMinor: number, rateBps: number): number =>
  Number(divideHalfEven(BigInt(grossMinor) * BigInt(rateBps), BigInt(10_000 + rateBps)))

/** "2026-000012": year of issue (UTC) and number in the series, which continues across years. */
export const receiptNumber = (issuedAt: Date, number: number): string =>
  `${issuedAt.getUTCFullYear()}-${String(number).padStart(6, '0')}`
