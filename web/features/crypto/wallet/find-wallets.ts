import type { WalletProvider } from './eip1193.ts'

export type Wallet = {
  readonly id: string
  readonly name: string
  readonly icon: string | null
  readonly provider: WalletProvider
}

const isProvider = (value: unknown): value is WalletProvider =>
  typeof value === 'object' && value !== null && typeof (value as { request?: unknown }).request === 'function'

/** Validates a wallet's announcement, because any script may send one. Never loads remote icons. */
function announced(detail: unknown): Wallet | null {
  const { info, provider } = (detail ?? {}) as { info?: Record<string, unknown>; provider?: unknown }
  if (!info || !isProvider(provider) || typeof info.name !== 'string') return null
  const { name, rdns, uuid, icon } = info
  return {
    id: typeof rdns === 'string' ? rdns : String(uuid),
    name: name.slice(0, 40),
    icon: typeof icon === 'string' && icon.startsWith('data:image/') ? icon : null,
    provider,
  }
}

/**
 * Asks the browser's wallets to announce themselves (EIP-6963) and calls `onFound` with the full list after each
 * answer. Falls back to `window.ethereum` for older wallets. Returns the unsubscribe function.
 */
export function findWallets(onFound: (wallets: readonly Wallet[]) => void): () => void {
  const wallets = new Map<string, Wallet>()
  const listen = (event: Event) => {
    const wallet = announced((event as CustomEvent<unknown>).detail)
    if (!wallet || wallets.has(wallet.id)) return
    wallets.set(wallet.id, wallet)
    onFound([...wallets.values()])
  }
  addEventListener('eip6963:announceProvider', listen)
  dispatchEvent(new Event('eip6963:requestProvider'))
  // Announcements are synchronous, so a wallet that has not answered by now predates EIP-6963.
  const { ethereum } = window as { ethereum?: unknown }
  if (wallets.size === 0 && isProvider(ethereum))
    onFound([{ id: 'injected', name: 'Browser wallet', icon: null, provider: ethereum }])
  return () => removeEventListener('eip6963:announceProvider', listen)
}
