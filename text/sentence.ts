import type { Param, Sentence } from '#shared/sentence.ts'
import type { english } from './en/sentences.ts'
import type { ParamNames } from './template.ts'

export type Code = keyof typeof english
type Needs<C extends Code> = ParamNames<(typeof english)[C]>
/** Code of a sentence that has no parameters. */
export type BareCode = { [C in Code]: [Needs<C>] extends [never] ? C : never }[Code]

/** Creates a sentence. A missing parameter, or one that its template does not use, does not compile. */
export const sentence = <C extends Code>(
  code: C,
  ...[params]: C extends BareCode ? [] : [params: { readonly [Name in Needs<C>]: Param }]
): Sentence => ({ code, params: params ?? {} })
