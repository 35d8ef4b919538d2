/**
 * Base units of a token as people write amounts: "38160000" with 6 decimals is "38.16". Exact, at least two decimals, no
 * grouping, so that wallets and exchanges take it as it is.
 */
export function amountText(baseUnits: string | bigint, decimals: number): string {
  const digits = String(baseUnits).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  if (decimals === 0) return whole
  return `${whole}.${fraction.padEnd(Math.min(2, decimals), '0')}`
}
