import type { WalletProvider } from './eip1193.ts'
import { toHex } from './erc20.ts'

/** WalletConnect session. Accounts are in CAIP-10 format: "eip155:1:0x…". */
export type WalletSession = {
  readonly topic: string
  readonly namespaces: Readonly<
    Record<string, { readonly accounts: readonly string[]; readonly methods: readonly string[] }>
  >
}
type SessionEvent = 'session_update' | 'session_delete' | 'session_expire'
export type SessionClient = {
  request(call: {
    topic: string
    chainId: string
    request: { method: string; params: readonly unknown[] }
  }): Promise<unknown>
  disconnect(call: { topic: string; reason: { code: number; message: string } }): Promise<void>
  on(event: SessionEvent, listener: (value: { topic: string; params?: unknown }) => void): unknown
}

const refusal = (code: number, message: string) => Object.assign(new Error(message), { code })
const unknownNetwork = () => refusal(4902, 'The wallet is not connected on this network.')
const disconnected = () => refusal(4900, 'The wallet has disconnected.')

/** Wallet accounts of a session on one network (EIP-155 id), in the wallet's order. */
export const accountsOn = ({ namespaces }: WalletSession, chainId: number): string[] => {
  const prefix = `eip155:${chainId}:`
  return (namespaces.eip155?.accounts ?? [])
    .filter((account) => account.startsWith(prefix))
    .map((account) => account.slice(prefix.length))
}

/**
 * Wraps a WalletConnect session as an EIP-1193 provider. Every request names its network, so the network selected in
 * the wallet does not matter. Its `request` resolves with null for methods that the session does not include, such as
 * node queries.
 */
export function sessionProvider(client: SessionClient, opened: WalletSession, chainId: number): WalletProvider {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const tell = (event: string, value: unknown) => listeners.get(event)?.forEach((listener) => listener(value))
  let session: WalletSession | null = opened
  let chain = chainId

  function end() {
    if (session === null) return
    session = null
    tell('disconnect', disconnected())
  }
  client.on('session_delete', ({ topic }) => topic === opened.topic && end())
  client.on('session_expire', ({ topic }) => topic === opened.topic && end())
  client.on('session_update', ({ topic, params }) => {
    if (topic !== session?.topic) return
    session = { topic, namespaces: (params as Pick<WalletSession, 'namespaces'>).namespaces }
    tell('accountsChanged', accountsOn(session, chain))
  })

  function switchTo(params: readonly unknown[] | undefined, to: WalletSession): null {
    const wanted = Number((params?.[0] as { chainId?: unknown } | undefined)?.chainId)
    if (accountsOn(to, wanted).length === 0) throw unknownNetwork()
    chain = wanted
    tell('chainChanged', toHex(chain))
    return null
  }
  return {
    async request({ method, params }) {
      if (session === null) throw disconnected()
      const { topic } = session
      switch (method) {
        case 'eth_accounts':
        case 'eth_requestAccounts':
          return accountsOn(session, chain)
        case 'eth_chainId':
          return toHex(chain)
        case 'wallet_switchEthereumChain':
          return switchTo(params, session)
        case 'wallet_addEthereumChain':
          throw unknownNetwork()
        case 'wallet_revokePermissions':
          session = null
          await client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
          return null
      }
      if (!session.namespaces.eip155?.methods.includes(method)) return null
      return client.request({ topic, chainId: `eip155:${chain}`, request: { method, params: params ?? [] } })
    },
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
  }
}
