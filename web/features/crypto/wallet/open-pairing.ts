import './older-browsers.ts'
import { SignClient } from '@walletconnect/sign-client'
import type { Wallet } from './find-wallets.ts'
import { accountsOn, sessionProvider } from './session-provider.ts'

export type Relay = { readonly projectId: string; readonly url: string }

type Pairing = {
  /** "wc:…" text for the QR code; null if a wallet is still connected from an earlier visit. */
  readonly uri: string | null
  /**
   * Resolves with the connected wallet once the user approves. Rejects if the user declines, and after five minutes.
   */
  readonly wallet: Promise<Wallet>
}

type Client = Awaited<ReturnType<typeof SignClient.init>>
let started: Promise<Client> | undefined

/** Starts the page's only WalletConnect client, because two clients would take each other's messages. */
function startClient({ projectId, url }: Relay): Promise<Client> {
  started ??= SignClient.init({
    projectId,
    relayUrl: url,
    metadata: { name: document.title, description: '', url: location.origin, icons: [] },
    logger: 'silent',
    telemetryEnabled: false,
  }).then((client) => {
    // Switches off the registration, which would load a WalletConnect frame to verify this site. Our content security
    // policy blocks that frame, and wallets work without it.
    client.core.verify.register = () => Promise.resolve('')
    return client
  })
  started.catch(() => (started = undefined))
  return started
}

/**
 * Connects a wallet on another device. `chainId`: EIP-155 id. Import lazily, because this file contains the whole
 * WalletConnect client.
 */
export async function openPairing(relay: Relay, chainId: number): Promise<Pairing> {
  const client = await startClient(relay)
  type Session = ReturnType<typeof client.session.getAll>[number]
  const walletOf = (session: Session): Wallet => ({
    id: 'walletconnect',
    name: session.peer.metadata.name.slice(0, 40),
    icon: null,
    provider: sessionProvider(client, session, chainId),
  })
  const known = client.session.getAll().find((session) => accountsOn(session, chainId).length > 0)
  if (known) return { uri: null, wallet: Promise.resolve(walletOf(known)) }
  const { uri = null, approval } = await client.connect({
    optionalNamespaces: {
      eip155: {
        chains: [`eip155:${chainId}`],
        methods: ['eth_sendTransaction'],
        events: ['accountsChanged', 'chainChanged'],
      },
    },
  })
  return { uri, wallet: approval().then(walletOf) }
}
