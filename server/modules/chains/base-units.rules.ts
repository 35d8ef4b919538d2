/** Formats base units of a token as a decimal number. */
export function fromBaseUnits(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const places = decimals === 0 ? '' : digits.slice(-decimals).replace(/(?<!0)0+$/, '')
  return `${digits.slice(0, digits.length - decimals)}${places === '' ? '' : `.${places}`}`
}
