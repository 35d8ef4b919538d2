import type { Language } from '#shared/language.ts'

/**
 * Root element of the account area. `speak` loads the texts of the other language and resolves with a function that
 * shows them.
 */
export type AccountRoot = HTMLElement & { speak?: (language: Language) => Promise<() => void> }
