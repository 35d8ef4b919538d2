import type { Sentence } from '../../sentence.ts'

type Simple =
  | 'must.blockNumber'
  | 'must.date'
  | 'must.listed'
  | 'must.ofLastPage'
  | 'must.email'
  | 'must.sitePath'
  | 'must.panelName'
  | 'must.benefitName'
  | 'must.promoCode'
  | 'must.keyId'
  | 'must.version'
  | 'must.sha256'
  | 'must.textName'
type Params = {
  'must.whole': { least: number; most: number }
  'must.wholeInAll': { least: number; most: number }
  'must.characters': { most: number }
  'must.line': { most: number }
  'must.month': { example: string }
  'must.like': { example: string }
  'must.likeEither': { example: string; other: string }
  'must.oneOf': { values: string }
  'must.timeZone': { example: string }
} & Readonly<Record<Simple, null>>

/** Description of a valid value of an input field; ends a sentence such as "Days must be …". */
export type Must = Sentence & { readonly code: keyof Params }

export const must = <Code extends keyof Params>(
  code: Code,
  ...[params]: Code extends Simple ? [] : [params: Params[Code]]
): Must => ({ code, params: params ?? {} })
