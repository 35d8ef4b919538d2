import type { Facts, PeopleTemplate } from '../customer-messages.rules.ts'
import type { MessageData } from './message-data.ts'
import type { Words } from './format-values.ts'

/** Content of a message to a customer. The mail, its plain text and the notice in the account are rendered from it. */
export type MessageContent = {
  readonly subject: string
  readonly heading: string
  readonly lead: string
  readonly quote?: string | undefined
  readonly rows: readonly (readonly [label: string, value: string])[]
  /** Link of the message. `page`: path on this site, without the language. */
  readonly action: { readonly label: string; readonly page: string }
}
export type CustomerTexts = {
  readonly [T in PeopleTemplate]: (facts: Facts[T], known: MessageData, words: Words) => MessageContent
}
export type AffiliateTexts = Pick<CustomerTexts, Extract<PeopleTemplate, `aff-${string}` | 'payout-changed'>>

export function reserveRows(
  { reserveKeptMinor, reservePaidMinor, currency }: Facts['aff-prepared'],
  [kept, paid]: readonly [kept: string, paid: string],
  words: Words,
): MessageContent['rows'] {
  const rows = [
    [kept, reserveKeptMinor],
    [paid, reservePaidMinor],
  ] as const
  return rows.flatMap(([label, minor]) => (minor > 0 ? [[label, words.sum(minor, currency)] as const] : []))
}
