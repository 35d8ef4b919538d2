import { fieldErrors, type FieldError } from '#shared/field-errors.ts'
import type { Language } from '#shared/language.ts'

export type FieldSentences = Readonly<Record<FieldError, string>>

/**
 * What the form says at its fields, in one language. The page hands it to the form, so that the browser is spared the
 * catalogue in the other language.
 */
export const fieldSentences = (language: Language): FieldSentences =>
  Object.fromEntries(Object.entries(fieldErrors).map(([error, words]) => [error, words[language]])) as FieldSentences
