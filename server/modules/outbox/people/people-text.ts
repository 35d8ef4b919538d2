import type { Facts, PeopleTemplate } from '../people-messages.rules.ts'
import type { Known } from './known.ts'
import type { Words } from './words.ts'

/** Content of a message to a customer. The mail, its plain text and the notice in the account are rendered from it. */
export type PeopleText = {
  readonly subject: string
  readonly heading: string
  readonly lead: string
  readonly quote?: string | undefined
  readonly rows: readonly (readonly [label: string, value: string])[]
  /** Link of the message. `page`: path on this site, without the language. */
  readonly action: { readonly label: string; readonly page: string }
}
export type PeopleTexts = {
  readonly [T in PeopleTemplate]: (facts: Facts[T], known: Known, words: Words) => PeopleText
}
export type AffiliateTexts = Pick<PeopleTexts, Extract<PeopleTemplate, `aff-${string}` | 'payout-changed'>>

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
