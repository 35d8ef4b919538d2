import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { Outbox } from './outbox.ts'
import { registerOutbox } from './register-outbox.ts'

it('the outbox responds only to hosts that are IP addresses or local names (DNS rebinding)', async () => {
  const app = Fastify()
  const outbox = new Outbox()
  outbox.add({
    id: '1',
    to: 'a@example.com',
    text: 'your code is 123456',
    channel: 'mail',
    from: '',
    subject: '',
    html: '<p>123456',
  })
  registerOutbox(app, outbox)
  const ask = (method: 'GET' | 'DELETE', url: string, host: string) =>
    app.inject({ method, url, headers: { host } }).then(({ statusCode, body }) => [statusCode, body.includes('123456')])
  for (const host of ['localhost:3001', '127.0.0.1:3001', '[::1]:3001', '192.168.1.20:3001', 'shop.localhost:3001'])
    expect(await ask('GET', '/outbox.json', host)).toEqual([200, true])
  for (const host of [
    'evil.example:3001',
    'localhost.evil.example',
    '127.0.0.1.evil.example:3001',
    'localhost@evil.example',
  ])
    for (const url of ['/outbox', '/outbox.json', '/outbox/0.html'])
      expect(await ask('GET', url, host)).toEqual([421, false])
  expect(await ask('DELETE', '/outbox', 'evil.example')).toEqual([421, false])
  expect(outbox.messages).toHaveLength(1)
  await app.close()
})
