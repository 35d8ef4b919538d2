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

test('accounts count on the network that they were opened for alone', () => {
  expect(accountsOn(session, 1)).toEqual([account])
  expect(accountsOn(session, 13)).toEqual([])
  expect(accountsOn({ topic: 'x', namespaces: {} }, 1)).toEqual([])
})

test('what the session knows is answered here, and the wallet is not bothered', async () => {
  const provider = open()
  expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([account])
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
  expect(client.request).not.toHaveBeenCalled()
})

test('a payment goes to the wallet with its network, and its answer comes back', async () => {
  client.request.mockResolvedValueOnce('0xhash')
  const params = [{ to: account, value: '0x1' }]
  expect(await open().request({ method: 'eth_sendTransaction', params })).toBe('0xhash')
  expect(client.request).toHaveBeenCalledWith({
    topic: 'ours',
    chainId: 'eip155:1',
    request: { method: 'eth_sendTransaction', params },
  })
})

test('its owner declines: said as by a wallet of the browser', async () => {
  client.request.mockRejectedValueOnce({ code: 5000, message: 'User rejected.' })
  expect(await refusal(open().request({ method: 'eth_sendTransaction', params: [] }))).toBe('rejected')
})

test('questions to a node are not asked of a wallet that did not agree to them', async () => {
  expect(await open().request({ method: 'eth_call', params: [] })).toBeNull()
  expect(client.request).not.toHaveBeenCalled()
})

test('it switches to a network that the wallet agreed to, and to no other', async () => {
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

test.each(['session_delete', 'session_expire'])('%s ends it once, and only its own', async (event) => {
  const provider = open()
  const ended = vi.fn<(value: unknown) => void>()
  provider.on?.('disconnect', ended)
  heard.get(event)?.({ topic: 'another' })
  expect(ended).not.toHaveBeenCalled()
  heard.get(event)?.({ topic: 'ours' })
  heard.get(event)?.({ topic: 'ours' })
  expect(ended).toHaveBeenCalledOnce()
  expect(await refusal(provider.request({ method: 'eth_sendTransaction' }))).toBe('disconnected')
})

test('accounts that the wallet takes back are gone here too, until no one listens', () => {
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

test('disconnecting here tells the wallet, and nothing is sent afterwards', async () => {
  const provider = open()
  await provider.request({ method: 'wallet_revokePermissions' })
  expect(client.disconnect).toHaveBeenCalledWith(expect.objectContaining({ topic: 'ours' }))
  expect(await refusal(provider.request({ method: 'eth_sendTransaction' }))).toBe('disconnected')
})
