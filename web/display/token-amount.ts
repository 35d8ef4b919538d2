/**
 * Converts a crypto token's base units to a decimal amount: "38160000" with 6 decimals → "38.16". Exact, with at least
 * two decimals (fewer only if the token has fewer) and no grouping, so that wallets and exchanges accept it when
 * pasted.
 */
export function amountText(baseUnits: string | bigint, decimals: number): string {
  const digits = String(baseUnits).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  if (decimals === 0) return whole
  return `${whole}.${fraction.padEnd(Math.min(2, decimals), '0')}`
}
