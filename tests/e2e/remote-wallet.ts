import { SignClient } from '@walletconnect/sign-client'
import { createWalletClient, http, type Address, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { inject } from 'vitest'

type RemoteWallet = {
  readonly name: string
  readonly calls: string[]
  scan(uri: string): Promise<void>
  leave(): Promise<void>
}

function memoryStorage() {
  const kept = new Map<string, unknown>()
  return {
    getKeys: () => Promise.resolve([...kept.keys()]),
    getEntries: <T>() => Promise.resolve([...kept.entries()] as [string, T][]),
    getItem: <T>(key: string) => Promise.resolve(kept.get(key) as T | undefined),
    setItem: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
    removeItem: (key: string) => Promise.resolve(void kept.delete(key)),
  }
}

/** Wallet on another device, in this process: it talks to the page through the relay only and approves all requests. */
export async function startRemoteWallet(relayUrl: string, account: PrivateKeyAccount): Promise<RemoteWallet> {
  const { rpcUrl, chainId } = inject('e2e').chain
  const chain = `eip155:${chainId}`
  const name = 'Pocket Wallet'
  const signer = createWalletClient({ account, chain: { ...anvil, id: chainId }, transport: http(rpcUrl) })
  const client = await SignClient.init({
    projectId: '0123456789abcdef0123456789abcdef',
    relayUrl,
    metadata: { name, description: '', url: 'https://wallet.example', icons: [] },
    logger: 'silent',
    telemetryEnabled: false,
    storage: memoryStorage(),
  })
  // Avoids a request to WalletConnect's verification server.
  client.core.verify.resolve = () => Promise.resolve({ origin: 'https://nobody.example' })
  const calls: string[] = []
  client.on('session_proposal', ({ id }) => {
    const accounts = [`${chain}:${account.address}`]
    const namespace = { accounts, chains: [chain], methods: ['eth_sendTransaction'], events: ['accountsChanged'] }
    void client.approve({ id, namespaces: { eip155: namespace } })
  })
  client.on('session_request', ({ id, topic, params: { request } }) => {
    calls.push(request.method)
    const [{ to, data, value = '0x0' }] = request.params as [{ to: Address; data?: Hex; value?: Hex }]
    void signer
      .sendTransaction({ to, value: BigInt(value), ...(data && { data }) })
      .then((result) => client.respond({ topic, response: { id, jsonrpc: '2.0', result } }))
  })
  return {
    name,
    calls,
    scan: async (uri) => void (await client.pair({ uri })),
    async leave() {
      const reason = { code: 6000, message: 'User disconnected.' }
      for (const { topic } of client.session.getAll()) await client.disconnect({ topic, reason })
      await client.core.relayer.transportClose()
    },
  }
}
