export type WalletProvider = {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/**
 * Reason why a wallet refused a request. `rejected`: the user declined. `pending`: an earlier request is still open.
 * `unknownNetwork`: the wallet does not know the network. `disconnected`: the wallet is offline. `fee`: too little of
 * the network's own coin to pay the fee. `failed`: any other reason.
 */
type WalletRefusal = 'rejected' | 'pending' | 'unknownNetwork' | 'disconnected' | 'fee' | 'failed'

const codes: Readonly<Record<string, WalletRefusal>> = {
  4001: 'rejected',
  // Error codes of WalletConnect: session or request declined.
  5000: 'rejected',
  ACTION_REJECTED: 'rejected',
  4100: 'disconnected',
  4900: 'disconnected',
  4901: 'disconnected',
  4902: 'unknownNetwork',
  [-32002]: 'pending',
}

/** Finds the reason in a wallet's error. Wallets nest errors, and some put the reason only in the message. */
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
