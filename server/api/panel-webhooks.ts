import type { FastifyInstance } from 'fastify'
import type { PanelDeps } from '#server/deps/panel-deps.ts'
import { receivePanelMessage } from '#server/workflows/tunnels/receive-panel-message.ts'

/** Webhooks of VPN panels. The body stays a raw buffer, because the signature covers the exact bytes. */
export async function registerPanelWebhooks(scope: FastifyInstance, deps: PanelDeps): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.post<{ Params: { provider: string } }>('/webhooks/tunnels/:provider', async (request, reply) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const signature = request.headers['x-remnawave-signature']
    const isTaken = await receivePanelMessage(deps, {
      provider: request.params.provider,
      raw,
      signature: typeof signature === 'string' ? signature : '',
    })
    return reply.code(isTaken ? 200 : 401).send('')
  })
}
