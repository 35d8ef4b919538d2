import type { WalletProvider } from './eip1193.ts'

export type Wallet = {
  /** The wallet's own, such as "io.metamask". */
  readonly id: string
  readonly name: string
  /** A picture within the page, `data:image/…`; null where it sent none. */
  readonly icon: string | null
  readonly provider: WalletProvider
}

const isProvider = (value: unknown): value is WalletProvider =>
  typeof value === 'object' && value !== null && typeof (value as { request?: unknown }).request === 'function'

/** Anyone's script may announce a wallet: only what looks like one is listed, and no picture is fetched from anywhere. */
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
 * Asks the wallets of this browser to announce themselves (EIP-6963) and tells `onFound` all of them whenever one more
 * did. An older wallet that announces nothing stands in `window.ethereum`. Returns the way to stop.
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
  // Announcements come at once; anyone who has said nothing by now is of the older kind.
  const { ethereum } = window as { ethereum?: unknown }
  if (wallets.size === 0 && isProvider(ethereum))
    onFound([{ id: 'injected', name: 'Browser wallet', icon: null, provider: ethereum }])
  return () => removeEventListener('eip6963:announceProvider', listen)
}
