/**
 * Scripts that any page may need on some occasion. A build puts the names that they have in its folder, where the enhancer lies as well,
 * in the place of these (`scripts/build-bundles.ts`): so no page has to name them.
 */
export const campaign: string = 'web/enhance/lazy/campaign.ts'
export const chat: string = 'web/enhance/lazy/chat.ts'
export const day: string = 'web/enhance/lazy/day.ts'
export const logOut: string = 'web/enhance/lazy/log-out.ts'
export const loginCode: string = 'web/enhance/lazy/login-code.ts'
export const prefetch: string = 'web/client/prefetch.ts'
export const reportError: string = 'web/enhance/lazy/report-error.ts'
export const swapLanguage: string = 'web/enhance/lazy/swap-language.ts'
