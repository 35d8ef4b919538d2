/**
 * Paths of scripts that any page may load. Builds replace them by the built file names (`scripts/build-bundles.ts`).
 */
export const campaign: string = 'web/enhance/lazy/campaign.ts'
export const chat: string = 'web/enhance/lazy/chat.ts'
export const day: string = 'web/enhance/lazy/day.ts'
export const openInBrowser: string = 'web/enhance/lazy/open-in-browser.ts'
export const logOut: string = 'web/enhance/lazy/log-out.ts'
export const loginCode: string = 'web/enhance/lazy/login-code.ts'
export const prefetch: string = 'web/client/prefetch.ts'
export const reportError: string = 'web/enhance/lazy/report-error.ts'
export const swapLanguage: string = 'web/enhance/lazy/swap-language.ts'
