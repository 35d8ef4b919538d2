/** Everything that the web client keeps between pages, by the name that it is kept under. */
export const storageKeys = {
  token: 'token',
  /** Whose account is open in this browser, by number. */
  person: 'person',
  registerToken: 'registerToken',
  /** Which page sent someone to log in or register. */
  origin: 'register-page-origin',
  prefetched: 'prefetched',
  /** Of a page that reloads itself, for the one that comes. */
  typed: 'typed',
  checkoutChoice: 'checkout-choice',
  /** The group that someone was about to start when they went to log in. */
  groupChoice: 'group-choice',
  openOrder: 'open-order',
  /** Which texts were agreed to here and when, and by what someone signed in. */
  agreed: 'agreed',
  /** By which method this browser paid last. */
  method: 'method',
  /** Which wallet this tab was connected to. */
  wallet: 'wallet',
  /** What this tab sent for an order by a wallet; the order's id follows. */
  walletPayment: 'wallet-payment:',
  /** A code from the address, put here by the first script of the page. */
  loginCode: 'login-code',
  /** When an account that was given up from this browser will be erased, in ms since 1970. */
  eraseAt: 'erase-at',
  /** The sign-in of this tab kept an account that was about to be erased. */
  deletionCancelled: 'deletion-cancelled',
  /** What someone wrote in an application before they had to log in. */
  applicationDraft: 'application-draft',
  /** What a person is writing to support in this tab; their number follows. */
  supportDraft: 'support-draft:',
} as const

type Kind = 'localStorage' | 'sessionStorage'

/** Private windows and locked-down browsers throw on the mere mention of storage: the site then works for one page. */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return globalThis[kind].getItem(key)
  } catch {
    return null
  }
}

export function writeStored(kind: Kind, key: string, value: string): void {
  try {
    globalThis[kind].setItem(key, value)
  } catch {
    // Full or forbidden: what was to be remembered is a convenience.
  }
}

export function removeStored(kind: Kind, key: string): void {
  try {
    globalThis[kind].removeItem(key)
  } catch {
    // As above.
  }
}

/** Reads JSON that this site wrote; anything else under the key counts as nothing. */
export function readStoredJson(kind: Kind, key: string): unknown {
  const text = readStored(kind, key)
  if (text === null) return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
