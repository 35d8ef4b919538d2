import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { operatorActions } from '#shared/contract/operator.ts'
import { hasRole } from '#shared/contract/operator/roles.ts'
import { AppError } from '#shared/errors.ts'
import { openImage } from '#server/modules/support/images.service.ts'
import { requireSignedIn, type ConsoleDeps } from './console-session.ts'

const params = Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }) })

export function registerImages(api: FastifyInstance, { database, cookie, keyring }: ConsoleDeps): void {
  api.get<{ Params: { id: string } }>('/images/:id', { schema: { params } }, async (request, reply) => {
    const { session } = await requireSignedIn(database, cookie, request)
    if (!hasRole(session.role, operatorActions['messages.show'].role)) throw new AppError('Forbidden')
    const webp = await openImage(database, keyring, request.params.id, null)
    if (webp === null) throw new AppError('NotFound')
    return reply
      .headers({
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': 'inline; filename="picture.webp"',
      })
      .type('image/webp')
      .send(Buffer.from(webp, 'base64'))
  })
}
