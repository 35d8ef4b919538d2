import type { Facts, PeopleTemplate } from '../people-messages.rules.ts'
import type { Known } from './known.ts'
import type { Words } from './words.ts'

/** What a message says; the mail, its plain text and the notice in the account area all come from it. */
export type PeopleText = {
  readonly subject: string
  readonly heading: string
  readonly lead: string
  /** In the words of a person, in lines. */
  readonly quote?: string | undefined
  readonly rows: readonly (readonly [label: string, value: string])[]
  /** `page`: an address of this site without its language. */
  readonly action: { readonly label: string; readonly page: string }
}
export type PeopleTexts = {
  readonly [T in PeopleTemplate]: (facts: Facts[T], known: Known, words: Words) => PeopleText
}
/** Those to affiliates. */
export type AffiliateTexts = Pick<PeopleTexts, Extract<PeopleTemplate, `aff-${string}` | 'payout-changed'>>
