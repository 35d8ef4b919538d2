import type { Language } from './language.ts'

/** Between two sentences, or two pieces of one: a full stop of Chinese brings its own space. */
export const gap = (language: Language): string => (language === 'en' ? ' ' : '')
