import './older-browsers.ts'
import { SignClient } from '@walletconnect/sign-client'
import type { Wallet } from './find-wallets.ts'
import { accountsOn, sessionProvider } from './session-provider.ts'

/** Where wallets on other devices are met, and as whom. */
export type Relay = { readonly projectId: string; readonly url: string }

export type Pairing = {
  /** For the wallet's scanner ("wc:…"); null where a wallet is connected from before. */
  readonly uri: string | null
  /** Resolves once its owner has approved, rejects once they declined or five minutes are over. */
  readonly wallet: Promise<Wallet>
}

type Client = Awaited<ReturnType<typeof SignClient.init>>
let started: Promise<Client> | undefined

/** One for the page: two would take each other's messages. */
function startClient({ projectId, url }: Relay): Promise<Client> {
  started ??= SignClient.init({
    projectId,
    relayUrl: url,
    metadata: { name: document.title, description: '', url: location.origin, icons: [] },
    logger: 'silent',
    telemetryEnabled: false,
  }).then((client) => {
    // It would load a page of theirs in a frame to vouch for us. Our policy allows no such frame, and wallets do without.
    client.core.verify.register = () => Promise.resolve('')
    return client
  })
  // What failed is tried anew by the next click.
  started.catch(() => (started = undefined))
  return started
}

/** Asks a wallet elsewhere to connect on one network (EIP-155 number). This file brings the whole client: import it late. */
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
