import { createHash, timingSafeEqual } from 'node:crypto'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { maxImageBytes, maxSupportImages } from '#shared/support-limits.ts'
import type { SupportMailConfig } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import { receiveSupportMail, type SupportMailDeps } from '#server/workflows/support/receive-support-mail.ts'

const bodyLimitBytes = Math.ceil(maxSupportImages * maxImageBytes * 1.5)
/** Maximum number of mails processed in parallel, because each is held in memory until its pictures are processed. */
const mostAtOnce = 2
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Receives replies to support mails as raw RFC 5322 from the operator's mail server. Reads the body only after checking
 * the secret. Then accepts every mail or asks for a retry, and never rejects one, so that no server sends bounces to
 * strangers.
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
      // Disables the idle timeout, because processing pictures may take minutes without sending anything. Requests
      // injected by tests have no network socket.
      if (request.raw.socket instanceof Socket) request.raw.socket.setTimeout(0)
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
