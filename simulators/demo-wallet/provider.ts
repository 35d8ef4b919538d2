import { askOwner, type Question } from './ask-owner.ts'
import { describeTransfer, type Sending } from './describe-transfer.ts'
import { nodeAt, RpcError } from './node.ts'
import { textsNow } from './texts-now.ts'

type Call = { readonly method: string; readonly params?: readonly unknown[] }
type Listener = (value: unknown) => void
type Memory = { readonly connected: boolean; readonly chainId: string }

/** Network that the wallet selects at first, so that the page must ask it to switch, as with real wallets. */
const ethereum = '0x1'
const localName = 'Local chain'
const storedUnder = 'demo-wallet'
const passedOn = new Set(['eth_call', 'eth_getBalance', 'eth_getTransactionReceipt', 'eth_blockNumber'])
/**
 * Gas limit that is enough for a token transfer. Without it the blockchain node would simulate the transaction to
 * estimate one.
 */
const gas = '0x2dc6c0'

function recall(): Memory {
  try {
    return JSON.parse(sessionStorage.getItem(storedUnder) ?? '') as Memory
  } catch {
    return { connected: false, chainId: ethereum }
  }
}

/** EIP-1193 provider of the demo wallet. It uses the chain's first account, for which the local chain itself signs. */
export function createProvider(chainUrl: string) {
  const ask = nodeAt(chainUrl)
  const listeners = new Map<string, Set<Listener>>()
  let memory = recall()
  let asking = false

  function remember(change: Partial<Memory>): void {
    memory = { ...memory, ...change }
    sessionStorage.setItem(storedUnder, JSON.stringify(memory))
  }
  function tell(event: string, value: unknown): void {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  async function decide(question: Question): Promise<void> {
    if (asking) throw new RpcError(-32_002, 'A question is open already.')
    asking = true
    try {
      if (!(await askOwner(question))) throw new RpcError(4001, 'User rejected the request.')
    } finally {
      asking = false
    }
  }
  const account = async (): Promise<string> => ((await ask('eth_accounts')) as string[])[0] ?? ''

  async function connect(): Promise<string[]> {
    const t = textsNow()
    const own = await account()
    if (!memory.connected)
      await decide({ title: t.connectTitle, text: t.connectText, rows: [[t.account, own]], yes: t.connect })
    remember({ connected: true })
    return [own]
  }
  async function switchTo(chainId: string): Promise<null> {
    const t = textsNow()
    const local = String(await ask('eth_chainId'))
    if (chainId !== local && chainId !== ethereum) throw new RpcError(4902, 'Unrecognized chain ID.')
    if (chainId === memory.chainId) return null
    await decide({ title: t.switchTitle, text: t.switchText, yes: t.switch })
    remember({ chainId })
    tell('chainChanged', chainId)
    return null
  }
  async function send(transaction: Sending): Promise<unknown> {
    const t = textsNow()
    if (!memory.connected) throw new RpcError(4100, 'Not connected.')
    const from = await account()
    const { amount, symbol, to } = await describeTransfer(ask, transaction)
    const rows = [
      [t.to, to],
      [t.account, from],
      [t.network, localName],
    ] as const
    await decide({ title: t.sendTitle(`${amount} ${symbol}`), rows, yes: t.confirm })
    return ask('eth_sendTransaction', [{ ...transaction, from, gas }])
  }

  async function request({ method, params = [] }: Call): Promise<unknown> {
    switch (method) {
      case 'eth_chainId':
        return memory.chainId
      case 'eth_accounts':
        return memory.connected ? [await account()] : []
      case 'eth_requestAccounts':
        return connect()
      case 'wallet_revokePermissions':
        remember({ connected: false, chainId: ethereum })
        return null
      case 'wallet_switchEthereumChain':
        return switchTo((params[0] as { chainId: string }).chainId)
    }
    if (method !== 'eth_sendTransaction' && !passedOn.has(method)) throw new RpcError(4200, `${method} is not known.`)
    if (memory.chainId === ethereum) throw new RpcError(4901, 'This wallet reaches no node of Ethereum.')
    return method === 'eth_sendTransaction' ? send(params[0] as Sending) : ask(method, params)
  }
  return {
    request,
    on: (event: string, listener: Listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event: string, listener: Listener) => {
      listeners.get(event)?.delete(listener)
    },
  }
}
