import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { NetworkConfig } from '#server/platform/crypto-config.ts'
import type { Log } from '#server/platform/log.ts'
import { createRates } from './exchange-rates.ts'
import { createRpcPool } from './rpc.ts'

/** Server behind basic authentication (RFC 7617), as nginx and providers of nodes offer it. */
async function serve(answer: object) {
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Basic ${Buffer.from('shop:p@ss%word').toString('base64')}`
    response.writeHead(isKnown ? 200 : 401).end(JSON.stringify(answer))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}/`
}
const lines: unknown[] = []
const log = { warn: (...line: unknown[]) => void lines.push(line) } as unknown as Log
const poolOf = (url: string) =>
  createRpcPool({ id: 'x', chainId: 56, batch: 1, rpcs: [{ url, timeoutMs: 5_000 }] } as unknown as NetworkConfig, log)

it('asks a node with the password in its URL', async () => {
  const host = await serve({ jsonrpc: '2.0', id: 0, result: '0x38' })
  const ask = (pair: string) => poolOf(`http://${pair}@${host}`).nodes[0]?.confirmNetwork()
  await expect(ask('shop:p%40ss%25word')).resolves.toBeUndefined()
  await expect(ask('shop:p%zz'), 'no escape sequence').rejects.toThrow('HTTP 401')
})

it('no error or line of the log repeats the password of a node', async () => {
  const pool = poolOf(`http://shop:other-password@${await serve({})}`)
  await expect(pool.withRpc((rpc) => rpc.call('eth_blockNumber'))).rejects.toThrow('HTTP 401')
  expect(lines).toHaveLength(1)
  expect(JSON.stringify(lines)).not.toContain('other-password')
})

it('asks a source of rates with the password in its URL', async () => {
  const now = new Date()
  const url = `http://shop:p%40ss%25word@${await serve({ at: now.toISOString(), usd: { USDT: '1' } })}`
  const read = createRates({ kind: 'http', url, maxAgeSeconds: 60, spreadBps: 0 })
  await expect(read('USDT', now)).resolves.toMatchObject({ spreadBps: 0 })
})
