import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { alipayWire } from '../alipay/wire.ts'
import { stateOf } from './gateway-payments.ts'
import { FakeGateway } from './fake-gateway.ts'

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
}) as string
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'wayfare-till-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function openShop(answers: string[]) {
  const received: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push(body)
      response.end(answers.shift() ?? 'success')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as { port: number }
  return { url: `http://localhost:${port}/`, received, close: () => server.close() }
}
const openFakeGateway = (kept: string | null) => new FakeGateway('alipay', kept, alipayWire(key))
const draft = (notifyUrl: string) => ({
  number: '01J',
  subject: 'x',
  currency: 'CNY' as const,
  extra: {},
  notifyUrl,
  returnUrl: '',
  totalMinor: 100,
  expiresAt: Date.now() + 60_000,
})
const until = async (check: () => boolean) => {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('payment gateway', () => {
  it('a notification is repeated unchanged until the shop responds with the exact word', async () => {
    const shop = await openShop(['fail', 'Success'])
    const fakeGateway = openFakeGateway(null)
    fakeGateway.pay(fakeGateway.open(draft(shop.url)))
    await until(() => fakeGateway.notices[0]?.finished === true)
    expect(shop.received).toHaveLength(3)
    expect(new Set(shop.received).size).toBe(1)
    expect(fakeGateway.notices[0]?.deliveries.map(({ body }) => body)).toEqual(['fail', 'Success', 'success'])
    fakeGateway.stop()
    shop.close()
  })

  it('payments and pending notifications survive a restart', async () => {
    const shop = await openShop(['fail'])
    const before = openFakeGateway(folder)
    before.advanceClock(5_000)
    before.pay(before.open(draft(shop.url)))
    await until(() => shop.received.length === 1)
    await until(() => before.notices[0]?.deliveries.length === 1)
    before.stop()
    const after = openFakeGateway(folder)
    expect(after.gatewayPayments.map(stateOf)).toEqual(['paid'])
    expect(after.gatewayPayments).toMatchObject([{ number: '01J', totalMinor: 100 }])
    expect(after.now).toBeGreaterThan(Date.now() + 4_000)
    await until(() => after.notices[0]?.finished === true)
    expect(shop.received).toHaveLength(2)
    after.stop()
    shop.close()
  })

  it("unpaid payments are closed by the gateway's clock", () => {
    const fakeGateway = openFakeGateway(null)
    const gatewayPayment = fakeGateway.open(draft('http://localhost:9/'))
    fakeGateway.advanceClock(61_000)
    expect(stateOf(fakeGateway.get(gatewayPayment.number))).toBe('closed')
    fakeGateway.stop()
  })
})
