/** What every wallet hands to pages (EIP-1193), as far as a payment needs it. */
export type WalletProvider = {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/**
 * Why a wallet did not do what it was asked. `rejected`: its owner declined. `pending`: it still shows an earlier question.
 * `unknownNetwork`: it does not know the network. `disconnected`: it has no line. `fee`: too little of the network's coin.
 */
export type WalletRefusal = 'rejected' | 'pending' | 'unknownNetwork' | 'disconnected' | 'fee' | 'failed'

const codes: Readonly<Record<string, WalletRefusal>> = {
  4001: 'rejected',
  // What wallets elsewhere say, by WalletConnect: the session or the request was declined.
  5000: 'rejected',
  ACTION_REJECTED: 'rejected',
  4100: 'disconnected',
  4900: 'disconnected',
  4901: 'disconnected',
  4902: 'unknownNetwork',
  [-32002]: 'pending',
}

/** Wallets wrap errors in errors, and some only say it in words. */
export function refusalOf(error: unknown): WalletRefusal {
  let inner: unknown = error
  for (let depth = 0; depth < 4 && typeof inner === 'object' && inner !== null; depth++) {
    const { code, message, data, cause } = inner as Record<string, unknown>
    const known = codes[String(code)]
    if (known) return known
    if (typeof message === 'string' && /insufficient funds|gas required exceeds/i.test(message)) return 'fee'
    inner = cause ?? (data as { originalError?: unknown } | undefined)?.originalError
  }
  return 'failed'
}

export const firstAccount = (accounts: unknown): string | null => {
  const account: unknown = Array.isArray(accounts) ? accounts[0] : null
  return typeof account === 'string' && /^0x[0-9a-fA-F]{40}$/.test(account) ? account : null
}
