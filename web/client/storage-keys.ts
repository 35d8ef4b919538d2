/**
 * This file names the keys in browser storage. The names are separate constants, so that the enhancer's bundle contains
 * only those it uses.
 */
export const token = 'token'
export const person = 'person'
export const registerToken = 'registerToken'
/** Page from which the visitor went to log in or register. */
export const origin = 'register-page-origin'
export const prefetched = 'prefetched'
/** Field values that a reload of the page restores. */
export const typed = 'typed'
export const checkoutChoice = 'checkout-choice'
export const groupChoice = 'group-choice'
export const openOrder = 'open-order'
/** Agreed versions of the legal texts with the time of agreement, and the sign-in method. */
export const agreed = 'agreed'
export const method = 'method'
export const wallet = 'wallet'
/** Blockchain transaction sent from a wallet in this tab. Prefix; the order id follows. */
export const walletPayment = 'wallet-payment:'
/** Address to which this tab asked to return what was paid too much. Prefix; the order's number follows. */
export const returnAddress = 'return-address:'
/** One-time login code from the URL, stored by the page's first script. */
export const loginCode = 'login-code'
/**
 * Time at which an account deleted from this browser will be erased, in ms since 1970, and the milliseconds by which
 * the server's clock is ahead of this device's.
 */
export const eraseAt = 'erase-at'
/** Set if this tab's sign-in cancelled the deletion of the account. */
export const deletionCancelled = 'deletion-cancelled'
/** Text of an affiliate application written before the login. */
export const applicationDraft = 'application-draft'
/** Redeem code typed on the pricing page before signing in. */
export const redeemCode = 'redeem-code'
/** Unsent support message of this tab. Prefix; the user id follows. */
export const supportDraft = 'support-draft:'
