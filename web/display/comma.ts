import type { Language } from '#shared/language.ts'

export const comma = (language: Language): string => (language === 'en' ? ', ' : '，')
