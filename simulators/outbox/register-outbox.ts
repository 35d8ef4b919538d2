import type { FastifyInstance } from 'fastify'
import { languageOf } from '../cashier/cashier-text.ts'
import type { Outbox } from './outbox.ts'
import { mailPolicy, outboxPolicy, renderOutbox } from './outbox-page.ts'
import { isLocalHost } from '../demo-page.ts'

type Sms = { id: string; to: string; text: string }

export function registerOutbox(app: FastifyInstance, outbox: Outbox): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isLocalHost(request.headers.host)) return reply.code(421).type('text/plain').send('not by this name')
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })
  app.post<{ Body: Sms }>(
    '/outbox/sms',
    {
      schema: {
        body: {
          type: 'object',
          required: ['id', 'to', 'text'],
          properties: {
            id: { type: 'string', maxLength: 64 },
            to: { type: 'string', pattern: '^\\+[1-9][0-9]{4,14}$' },
            text: { type: 'string', minLength: 1, maxLength: 1000 },
          },
        },
      },
    },
    async ({ body: { id, to, text } }, reply) => {
      outbox.add({ id, to, text, channel: 'sms', from: '', subject: '', html: null })
      return reply.code(202).send({})
    },
  )
  app.get('/outbox', async (request, reply) =>
    reply
      .header('content-security-policy', outboxPolicy)
      .type('text/html; charset=utf-8')
      .send(renderOutbox(outbox.messages, languageOf(request), new Date())),
  )
  app.get('/outbox.json', async () => outbox.messages)
  app.delete('/outbox', async () => {
    outbox.clear()
    return {}
  })
  app.get<{ Params: { index: string } }>('/outbox/:index.html', async ({ params }, reply) => {
    const html = outbox.messages[Number(params.index)]?.html
    if (html === undefined || html === null) return reply.code(404).type('text/plain').send('not found')
    return reply.header('content-security-policy', mailPolicy).type('text/html; charset=utf-8').send(html)
  })
}
