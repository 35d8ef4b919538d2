import type { Language } from '#shared/language.ts'

/** Where the account area is drawn. Once it runs it can speak the other language: resolves with what shows it so. */
export type AccountRoot = HTMLElement & { speak?: (language: Language) => Promise<() => void> }
