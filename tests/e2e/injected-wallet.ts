import type { Page } from 'playwright-core'
import { createWalletClient, http, type Address, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { inject } from 'vitest'
import { askChain } from './local-chain.ts'
import { walletScript } from './wallet-script.ts'

type Call = { method: string; params?: readonly unknown[] }
type Sent = { to: Address; data?: Hex; value?: Hex }
/** Reaction of the wallet's owner to the next request. `broken`: the wallet itself fails. */
type Decision = 'approve' | 'reject' | 'pending' | 'broken'

type InjectedWallet = {
  connect: Decision
  /** Decision about the next payment. `starve`: approved with too little gas, so the transaction fails on the chain. */
  send: Decision | 'starve'
  switching: Decision
  /** If false, the wallet never answers when it is asked to disconnect. */
  revokes: boolean
  /** If false, the wallet knows no receipt yet, as before a transaction is in a block. */
  mined: boolean
  chainId: number
  knows: Set<number>
  readonly calls: string[]
  /** Emits an event that the wallet's owner causes: `accountsChanged`, `chainChanged`, `disconnect`. */
  emit(event: string, value: unknown): Promise<void>
}

const name = 'Test Wallet'
class Refusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
function decide(decision: Decision): void {
  if (decision === 'reject') throw new Refusal(4001, 'User rejected the request.')
  if (decision === 'pending') throw new Refusal(-32_002, 'Request already pending.')
  if (decision === 'broken') throw new Refusal(-32_603, 'Internal JSON-RPC error.')
}

/** Adds a wallet to the page, announced by EIP-6963. It signs in this process, so the browser never sees the key. */
export async function injectWallet(page: Page, account: PrivateKeyAccount): Promise<InjectedWallet> {
  const { rpcUrl, chainId } = inject('e2e').chain
  const client = createWalletClient({ account, chain: { ...anvil, id: chainId }, transport: http(rpcUrl) })
  let approved = false
  const wallet: InjectedWallet = {
    connect: 'approve',
    send: 'approve',
    switching: 'approve',
    revokes: true,
    mined: true,
    chainId,
    knows: new Set([1, chainId]),
    calls: [],
    emit: (event, value) => page.evaluate(`tellTestWallet(${JSON.stringify(event)}, ${JSON.stringify(value)})`),
  }

  async function answer({ method, params = [] }: Call): Promise<unknown> {
    wallet.calls.push(method)
    const first = params[0] as Record<string, string> | undefined
    switch (method) {
      case 'eth_accounts':
        return approved ? [account.address] : []
      case 'eth_requestAccounts':
        decide(wallet.connect)
        approved = true
        return [account.address]
      case 'wallet_revokePermissions':
        if (!wallet.revokes) return new Promise(() => {})
        approved = false
        return null
      case 'eth_chainId':
        return `0x${wallet.chainId.toString(16)}`
      case 'wallet_switchEthereumChain': {
        decide(wallet.switching)
        const wanted = Number(first?.chainId)
        if (!wallet.knows.has(wanted)) throw new Refusal(4902, 'Unrecognized chain ID.')
        wallet.chainId = wanted
        await wallet.emit('chainChanged', first?.chainId)
        return null
      }
      case 'wallet_addEthereumChain':
        decide(wallet.switching)
        wallet.knows.add(Number(first?.chainId))
        return null
      case 'eth_sendTransaction': {
        if (!approved) throw new Refusal(4100, 'Not authorized.')
        if (wallet.send !== 'starve') decide(wallet.send)
        const { to, data, value } = first as unknown as Sent
        const gas = wallet.send === 'starve' ? { gas: 25_000n } : {}
        return client.sendTransaction({ to, ...(data && { data }), value: BigInt(value ?? 0), ...gas })
      }
      case 'eth_getTransactionReceipt':
        return wallet.mined ? askChain(method, ...params) : null
      default:
        return askChain(method, ...params)
    }
  }
  await page.exposeBinding('askTestWallet', async (_source, call: Call) => {
    try {
      return { result: await answer(call) }
    } catch (error) {
      const { code = -32_603, message = String(error) } = error as { code?: number; message?: string }
      return { error: { code, message } }
    }
  })
  await page.addInitScript({ content: walletScript(name) })
  return wallet
}
