/** Everything that the web client keeps between pages, by the name that it is kept under. One by one: the enhancer holds few of them. */
export const token = 'token'
/** Whose account is open in this browser, by number. */
export const person = 'person'
export const registerToken = 'registerToken'
/** Which page sent someone to log in or register. */
export const origin = 'register-page-origin'
export const prefetched = 'prefetched'
/** Of a page that reloads itself, for the one that comes. */
export const typed = 'typed'
export const checkoutChoice = 'checkout-choice'
/** The group that someone was about to start when they went to log in. */
export const groupChoice = 'group-choice'
export const openOrder = 'open-order'
/** Which texts were agreed to here and when, and by what someone signed in. */
export const agreed = 'agreed'
/** By which method this browser paid last. */
export const method = 'method'
/** Which wallet this tab was connected to. */
export const wallet = 'wallet'
/** What this tab sent for an order by a wallet; the order's id follows. */
export const walletPayment = 'wallet-payment:'
/** A code from the address, put here by the first script of the page. */
export const loginCode = 'login-code'
/** When an account that was given up from this browser will be erased, in ms since 1970. */
export const eraseAt = 'erase-at'
/** The sign-in of this tab kept an account that was about to be erased. */
export const deletionCancelled = 'deletion-cancelled'
/** What someone wrote in an application before they had to log in. */
export const applicationDraft = 'application-draft'
/** What a person is writing to support in this tab; their number follows. */
export const supportDraft = 'support-draft:'
