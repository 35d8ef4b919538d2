/**
 * Strength of a password from 0 (shorter than allowed) to 4 (strong). Length counts most; repeated characters count
 * little. It is only advice: the server decides.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  const characters = [...password]
  if (characters.length < 8) return 0
  const distinct = new Set(characters.map((character) => character.toLowerCase())).size
  if (distinct < 5 || (/^(?:\d+|[a-z]+\d{0,3}!?)$/i.test(password) && characters.length < 12)) return 1
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  const score = Math.min(characters.length, distinct * 2) + kinds * 2
  return score >= 22 ? 4 : score >= 17 ? 3 : 2
}
