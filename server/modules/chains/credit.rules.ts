/**
 * Value of a received amount in the order's currency at its fixed quote, rounded down. The quoted amount is worth
 * exactly the total.
 */
export const valueOf = (received: bigint, asked: bigint, totalMinor: number): bigint =>
  (received * BigInt(totalMinor)) / asked

/**
 * Maximum credit of a payment: ten billion units of a currency. More than any payment, and small enough for exact sums.
 */
const maxCreditMinor = 10n ** 12n

/**
 * Credit of another transfer to the same order: the value of all transfers less earlier credits. Parts that add up to
 * the quoted amount are therefore worth exactly the total. Null if the value exceeds `maxCreditMinor`.
 */
export const creditOf = (
  { received, credited }: { received: bigint; credited: number },
  amount: bigint,
  asked: bigint,
  totalMinor: number,
): number | null => {
  const value = valueOf(received + amount, asked, totalMinor)
  return value > maxCreditMinor ? null : Math.max(0, Number(value) - credited)
}

/** Refund in base units at the fixed quote, rounded down. A refund of the total returns everything. */
export const unitsFor = (minor: number, asked: bigint, totalMinor: number): bigint =>
  (asked * BigInt(minor)) / BigInt(totalMinor)
