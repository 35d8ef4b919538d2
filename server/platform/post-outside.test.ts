import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { askOutside } from './post-outside.ts'

const real = dns.lookup
let asked: string[] = []
/** Makes every host name resolve to these addresses, and records each lookup. */
function lead(...addresses: readonly string[]): void {
  asked = []
  dns.lookup = ((name: string, _options: object, found: (error: null, all: object[]) => void) => {
    asked.push(name)
    found(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof dns.lookup
  syncBuiltinESMExports()
}
afterEach(() => {
  dns.lookup = real
  syncBuiltinESMExports()
})
const post = { url: 'https://hooks.example/x', headers: {}, body: '{}', environment: 'PROD' } as const
const within = { withinMs: 2_000, bytes: 10 }

describe('outgoing request to a host name given by an operator', () => {
  it.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['172.16.0.1'],
    ['192.168.1.1'],
    ['100.64.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['fd00::1'],
    ['fe80::1'],
    ['::ffff:127.0.0.1'],
    ['1.1.1.1', '127.0.0.1'],
    [],
  ])('is refused before it connects, after one DNS lookup, where the name resolves to %s %s', async (...addresses) => {
    lead(...addresses.filter(Boolean))
    await expect(askOutside(post, within)).rejects.toMatchObject({ failure: 'private' })
    expect(asked).toEqual(['hooks.example'])
  })
})

it('an answer to an outgoing request that switches protocols is a failure, and the request ends', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await expect(askOutside({ ...post, url, environment: 'TEST' }, within)).rejects.toMatchObject({
    failure: 'unreachable',
  })
  server.close()
})
