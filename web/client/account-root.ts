import type { Language } from '#shared/language.ts'

/** Root element of the account area. `speak` loads the other language and resolves with a function that shows it. */
export type AccountRoot = HTMLElement & { speak?: (language: Language) => Promise<() => void> }
