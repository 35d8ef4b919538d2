import type { Language } from './language.ts'

/** Separator between sentences; Chinese punctuation includes its own space. */
export const gap = (language: Language): string => (language === 'en' ? ' ' : '')

export const listComma = (language: Language): string => (language === 'en' ? ', ' : '、')

export const colon = (language: Language): string => (language === 'en' ? ': ' : '：')
