/**
 * How far someone would have to guess, as one of five words: 0 is shorter than the rule allows, 4 is strong.
 * Length counts most; a few characters over and over count as the few they are. Advice only: the server decides.
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
