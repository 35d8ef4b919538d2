import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Faults } from '../faults.ts'
import { misbehave } from './misbehave.ts'

type ReceivedState = {
  subject: string
  version: number
  state: string
  validUntil: string | null
  maxDevices: number
  plan: string
}

export class Receiver {
  readonly states = new Map<string, ReceivedState>()
  readonly messages: { id: string; type: string; data: unknown }[] = []
  readonly faults = new Faults()
  refused = 0
  secret: string

  constructor(secret: string) {
    this.secret = secret
  }

  isSigned(headers: Readonly<Record<string, unknown>>, body: string): boolean {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
    const key = Buffer.from(this.secret.replace(/^whsec_/, ''), 'base64')
    const wanted = `v1,${createHmac('sha256', key)
      .update(`${String(id)}.${String(timestamp)}.${body}`)
      .digest('base64')}`
    return Math.abs(Number(timestamp) - Date.now() / 1_000) < 300 && String(signatures).split(' ').includes(wanted)
  }

  take(type: string, data: ReceivedState): void {
    if (type === 'entitlement.changed' && (this.states.get(data.subject)?.version ?? -1) < data.version)
      this.states.set(data.subject, data)
  }
}

export async function registerReceiver(scope: FastifyInstance, receiver: Receiver): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  misbehave(scope, receiver.faults)
  scope.post('/receiver', async (request, reply) => {
    const text = String(request.body)
    if (!receiver.isSigned(request.headers, text)) {
      receiver.refused++
      return reply.code(400).send('not signed by our shop')
    }
    const { type, data } = JSON.parse(text) as { type: string; data: ReceivedState }
    receiver.messages.push({ id: String(request.headers['webhook-id']), type, data })
    receiver.take(type, data)
    return reply.code(204).send()
  })
}
