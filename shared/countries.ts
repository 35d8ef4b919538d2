/**
 * Codes that `Intl` names although they are not countries: unions, test codes and regions without a code of their own.
 */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

/**
 * True for a current ISO 3166 country code. Former codes such as DD, and UK for GB, are rejected, because the country
 * would have two codes.
 */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || noCountries.has(code)) return false
  const isNamed = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined
  return isNamed && code !== 'UK' && new Intl.Locale(`und-${code}`).region === code
}

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

export const listCountries = (): string[] =>
  letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry)
