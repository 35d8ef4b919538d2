import Type, { type TOptional, type TString } from 'typebox'
import { Url } from './schema-faults.ts'

/**
 * Metadata of a setting, in addition to TypeBox's options. `title`: starts a section of `.env.example`. `example`:
 * commented-out value there instead of the default. `neededWith`: required if that variable is set; `usedWith`: ignored
 * unless it is set. `neededIn`: required in that environment; `neededWhy`: replaces the usual message.
 */
export type Notes = {
  readonly title?: string
  readonly description?: string
  readonly unit?: string
  readonly example?: string
  readonly default?: string | number
  readonly allowed?: string
  readonly neededWith?: string
  readonly usedWith?: string
  readonly neededIn?: 'PROD'
  readonly neededWhy?: string
}
export type Text = TOptional<TString>
export const text = (description: string, notes: Notes & { pattern?: string } = {}): Text =>
  Type.Optional(Type.String({ description, ...notes }))
export const url = (protocols: readonly string[], description: string, notes: Notes = {}): Text =>
  Type.Optional(Url(protocols, { description, ...notes }))
export const address = (place: string, usedWith: string) => ({ example: place, default: place, usedWith })
