import type { Facts } from '../people-messages.rules.ts'
import type { PeopleText } from './people-text.ts'
import type { Words } from './words.ts'

/** Rows about the reserve: amount kept, and amount paid from earlier payouts; only those above 0. */
export function reserveRows(
  { reserveKeptMinor = 0, reservePaidMinor = 0, currency }: Facts['aff-prepared'],
  [kept, paid]: readonly [kept: string, paid: string],
  words: Words,
): PeopleText['rows'] {
  const rows = [
    [kept, reserveKeptMinor],
    [paid, reservePaidMinor],
  ] as const
  return rows.flatMap(([label, minor]) => (minor > 0 ? [[label, words.sum(minor, currency)] as const] : []))
}
