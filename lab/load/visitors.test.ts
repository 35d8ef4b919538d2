import { createServer } from 'node:http'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isRefusal, Visitors, WrongAnswer } from './visitors.ts'

let said = { status: 200, body: '' }
const server = createServer((request, response) => {
  if (said.status === 0) request.socket.destroy()
  else response.writeHead(said.status).end(said.body)
})
let visitors: Visitors
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  visitors = new Visitors(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, privateKey)
})
afterAll(async () => {
  await visitors.close()
  server.close()
})

it.each([
  [true, 503, '{"status":"ProviderUnavailable","message":""}'],
  [false, 503, '{"status":"ServiceUnavailable","message":""}'],
  [false, 503, ''],
  [false, 500, '{"status":"ProviderUnavailable","message":""}'],
  [false, 500, '{"status":"InternalError","message":""}'],
  [false, 400, '{"status":"InvalidArgument","message":""}'],
  [false, 0, 'cut off'],
])(
  'whether the shop reports an unreachable provider is judged as %s for HTTP %i with the body %s',
  async (is, status, body) => {
    said = { status, body }
    const error: unknown = await visitors.purchase('token', 'alipay').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error instanceof WrongAnswer).toBe(status !== 0)
    expect(isRefusal(error)).toBe(is)
  },
)
