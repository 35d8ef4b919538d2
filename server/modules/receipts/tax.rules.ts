import { divideHalfEven } from '#shared/money.ts'

/** The tax that a price contains, rounded half-even, once. */
export const containedTax = (grossMinor: number, rateBps: number): number =>
  Number(divideHalfEven(BigInt(grossMinor) * BigInt(rateBps), BigInt(10_000 + rateBps)))

/** "2026-000012": the year in which it was given, in UTC, and its place in the row, which goes on from year to year. */
export const receiptNumber = (issuedAt: Date, number: number): string =>
  `${issuedAt.getUTCFullYear()}-${String(number).padStart(6, '0')}`
