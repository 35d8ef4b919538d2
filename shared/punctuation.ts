import type { Language } from './language.ts'

/** Between two sentences, or two pieces of one: a full stop of Chinese brings its own space. */
export const gap = (language: Language): string => (language === 'en' ? ' ' : '')

/** Between the names of a list: Chinese has a comma of its own for them. */
export const listComma = (language: Language): string => (language === 'en' ? ', ' : '、')

/** Between what is spoken of and what is said of it. */
export const colon = (language: Language): string => (language === 'en' ? ': ' : '：')
