import { describe, expect, it } from 'vitest'
import { openHostList, orderHosts } from '#web/client/mirror-api.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const makeKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
const base64 = (bytes: ArrayBuffer | Uint8Array) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
const keys = await makeKeys()
const key = base64(await crypto.subtle.exportKey('spki', keys.publicKey))
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

async function signed(list: unknown, by: CryptoKey = keys.privateKey) {
  const bytes = new TextEncoder().encode(JSON.stringify(list))
  return { payload: base64(bytes), signature: base64(await crypto.subtle.sign(algorithm, by, bytes)) }
}

describe('a list of hosts', () => {
  const list = { version: 5, hosts: ['https://a.example'], expiresAt: tomorrow() }

  it('is taken when it is signed, newer and not stale', async () => {
    expect(await openHostList(await signed(list), key, 4)).toEqual(list)
  })

  it.each([
    ['no newer', { ...list, version: 4 }],
    ['stale', { ...list, expiresAt: '2025-01-01T00:00:00Z' }],
    ['empty', { ...list, hosts: [] }],
    ['with a host that is no origin', { ...list, hosts: ['https://a.example/path'] }],
    ['with a host that is a script', { ...list, hosts: ['javascript:alert(1)'] }],
    ['nothing of the kind', 'hello'],
  ])('is refused when it is %s', async (_, wrong) => {
    expect(await openHostList(await signed(wrong), key, 4)).toBeNull()
  })

  it('is refused with another signature or another text', async () => {
    const stranger = (await makeKeys()).privateKey
    expect(await openHostList(await signed(list, stranger), key, 4)).toBeNull()
    const { signature } = await signed(list)
    const { payload } = await signed({ ...list, hosts: ['https://evil.example'] })
    expect(await openHostList({ payload, signature }, key, 4)).toBeNull()
  })
})

it('tries the host that answered first, blocked ones last, and those again once their hour is over', () => {
  const hosts = ['a', 'b', 'c']
  expect(orderHosts(hosts, {}, 100)).toEqual(['a', 'b', 'c'])
  expect(orderHosts(hosts, { good: 'c', blocked: { a: 200 } }, 100)).toEqual(['c', 'b', 'a'])
  expect(orderHosts(hosts, { good: 'c', blocked: { a: 200 } }, 300)).toEqual(['c', 'a', 'b'])
})
