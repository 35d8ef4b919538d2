import { beforeEach, expect, test, vi } from 'vitest'
import { refusalOf } from './eip1193.ts'
import { accountsOn, sessionProvider, type SessionClient, type WalletSession } from './session-provider.ts'

const account = `0x${'aB'.repeat(20)}`
const session: WalletSession = {
  topic: 'ours',
  namespaces: {
    eip155: { accounts: [`eip155:1:${account}`, `eip155:137:${account}`], methods: ['eth_sendTransaction'] },
  },
}
const heard = new Map<string, (value: { topic: string; params?: unknown }) => void>()
const client = {
  request: vi.fn<SessionClient['request']>(),
  disconnect: vi.fn<SessionClient['disconnect']>(),
  on: (event: string, listener: (value: { topic: string; params?: unknown }) => void) => heard.set(event, listener),
}
beforeEach(() => {
  heard.clear()
  vi.resetAllMocks()
})
const open = () => sessionProvider(client, session, 1)
const refusal = (task: Promise<unknown>) => task.then(() => null, refusalOf)

test('accounts are valid only on their network', () => {
  expect(accountsOn(session, 1)).toEqual([account])
  expect(accountsOn(session, 13)).toEqual([])
  expect(accountsOn({ topic: 'x', namespaces: {} }, 1)).toEqual([])
})

test('known session data is answered without asking the wallet', async () => {
  const provider = open()
  expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([account])
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
  expect(client.request).not.toHaveBeenCalled()
})

test('a payment is sent to the wallet with its network, and the result is returned', async () => {
  client.request.mockResolvedValueOnce('0xhash')
  const params = [{ to: account, value: '0x1' }]
  expect(await open().request({ method: 'eth_sendTransaction', params })).toBe('0xhash')
  expect(client.request).toHaveBeenCalledWith({
    topic: 'ours',
    chainId: 'eip155:1',
    request: { method: 'eth_sendTransaction', params },
  })
})

test('a declined request is reported like that of a browser wallet', async () => {
  client.request.mockRejectedValueOnce({ code: 5000, message: 'User rejected.' })
  expect(await refusal(open().request({ method: 'eth_sendTransaction', params: [] }))).toBe('rejected')
})

test('node queries are not sent to a wallet that did not agree to them', async () => {
  expect(await open().request({ method: 'eth_call', params: [] })).toBeNull()
  expect(client.request).not.toHaveBeenCalled()
})

test('the session switches only to networks that the wallet agreed to', async () => {
  const provider = open()
  const changed = vi.fn<(value: unknown) => void>()
  provider.on?.('chainChanged', changed)
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] })
  expect(changed).toHaveBeenCalledWith('0x89')
  await provider.request({ method: 'eth_sendTransaction', params: [] })
  expect(client.request).toHaveBeenCalledWith(expect.objectContaining({ chainId: 'eip155:137' }))
  const other = provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] })
  expect(await refusal(other)).toBe('unknownNetwork')
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89')
})

test.each(['session_delete', 'session_expire'])(
  'the event %s ends the session of the wallet once, and only its own session',
  async (event) => {
    const provider = open()
    const ended = vi.fn<(value: unknown) => void>()
    provider.on?.('disconnect', ended)
    heard.get(event)?.({ topic: 'another' })
    expect(ended).not.toHaveBeenCalled()
    heard.get(event)?.({ topic: 'ours' })
    heard.get(event)?.({ topic: 'ours' })
    expect(ended).toHaveBeenCalledOnce()
    expect(await refusal(provider.request({ method: 'eth_sendTransaction' }))).toBe('disconnected')
  },
)

test('accounts removed by the wallet are removed here, until the listener is removed', () => {
  const provider = open()
  const changed = vi.fn<(value: unknown) => void>()
  provider.on?.('accountsChanged', changed)
  const params = { namespaces: { eip155: { accounts: [], methods: [] } } }
  heard.get('session_update')?.({ topic: 'another', params })
  expect(changed).not.toHaveBeenCalled()
  heard.get('session_update')?.({ topic: 'ours', params })
  expect(changed).toHaveBeenCalledExactlyOnceWith([])
  provider.removeListener?.('accountsChanged', changed)
  heard.get('session_update')?.({ topic: 'ours', params })
  expect(changed).toHaveBeenCalledOnce()
})

test('disconnecting notifies the wallet, and later requests are refused', async () => {
  const provider = open()
  await provider.request({ method: 'wallet_revokePermissions' })
  expect(client.disconnect).toHaveBeenCalledWith(expect.objectContaining({ topic: 'ours' }))
  expect(await refusal(provider.request({ method: 'eth_sendTransaction' }))).toBe('disconnected')
})
