import type { Facts, PeopleTemplate } from '../people-messages.rules.ts'
import type { Known } from './known.ts'
import type { Words } from './words.ts'

/** Content of a message, from which the mail, its plain text and the notice in the account are rendered. */
export type PeopleText = {
  readonly subject: string
  readonly heading: string
  readonly lead: string
  /** Text by a person, in lines. */
  readonly quote?: string | undefined
  readonly rows: readonly (readonly [label: string, value: string])[]
  /** `page`: path on this site, without the language. */
  readonly action: { readonly label: string; readonly page: string }
}
export type PeopleTexts = {
  readonly [T in PeopleTemplate]: (facts: Facts[T], known: Known, words: Words) => PeopleText
}
/** Texts of the messages to affiliates. */
export type AffiliateTexts = Pick<PeopleTexts, Extract<PeopleTemplate, `aff-${string}` | 'payout-changed'>>

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
