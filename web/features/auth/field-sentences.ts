import { fieldErrors, type FieldError } from '#shared/field-errors.ts'
import type { Language } from '#shared/language.ts'

export type FieldSentences = Readonly<Record<FieldError, string>>

/**
 * Texts of field errors in one language. They are part of the page's data, so that the browser does not load both
 * languages.
 */
export const fieldSentences = (language: Language): FieldSentences =>
  Object.fromEntries(Object.entries(fieldErrors).map(([error, words]) => [error, words[language]])) as FieldSentences
