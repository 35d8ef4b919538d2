import { createHash, timingSafeEqual } from 'node:crypto'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { maxImageBytes, maxSupportImages } from '#shared/support.ts'
import type { SupportMailConfig } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import { receiveSupportMail, type SupportMailDeps } from '#server/workflows/support/receive-support-mail.ts'

/** As many pictures as are kept, in base64, with room for what is not. */
const bodyLimitBytes = Math.ceil(maxSupportImages * maxImageBytes * 1.5)
/** Each is held in memory whole, for as long as its pictures take. */
const mostAtOnce = 2
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Where the operator's mail server hands on answers to mails of support, each as it came (RFC 5322). Before the secret was
 * seen nothing is read; after it every mail is taken, or asked for again later, so that no server sends a stranger a bounce.
 */
export async function registerSupportMail(
  scope: FastifyInstance,
  deps: Omit<SupportMailDeps, 'address' | 'authServer'> & { readonly log: Log },
  { address, secret, authServer }: SupportMailConfig,
): Promise<void> {
  const expected = digest(`Bearer ${secret}`)
  const held = new Map<string, 'arriving' | 'read'>()
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.post(
    '/webhooks/support-mail',
    {
      bodyLimit: bodyLimitBytes,
      onRequest: async (request, reply) => {
        if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return reply.code(401).send('')
        if (held.size >= mostAtOnce) throw new AppError('Unavailable')
        held.set(request.id, 'arriving')
        reply.raw.once('close', () => held.get(request.id) === 'arriving' && held.delete(request.id))
      },
    },
    async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      // Pictures may take minutes, and nothing is sent meanwhile. A request that is injected has no socket of a network.
      if (request.raw.socket instanceof Socket) request.raw.socket.setTimeout(0)
      // Also where no one waits for the reply any more.
      held.set(request.id, 'read')
      try {
        const outcome = await receiveSupportMail({ ...deps, address, authServer }, raw)
        deps.log.info({ outcome }, 'answer by mail')
      } finally {
        held.delete(request.id)
      }
      return reply.code(204).send()
    },
  )
}
