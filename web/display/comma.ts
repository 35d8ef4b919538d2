import type { Language } from '#shared/language.ts'

/** Between two parts of a line. */
export const comma = (language: Language): string => (language === 'en' ? ', ' : '，')
