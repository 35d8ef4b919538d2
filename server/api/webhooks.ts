import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { epayGateways, routedProviders, type RoutedProvider } from '#shared/providers.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { receiveNotification } from '#server/workflows/payments/attempts/receive-notification.ts'
import type { PanelDeps } from '#server/deps/panel-deps.ts'
import { receivePanelMessage } from '#server/workflows/tunnels/receive-panel-message.ts'

/** Headers needed to verify the signature of a webhook; stored with the event, so that it can be verified again. */
const kept = [
  'content-type',
  'wechatpay-timestamp',
  'wechatpay-nonce',
  'wechatpay-serial',
  'wechatpay-signature',
  'stripe-signature',
]
const signedHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    kept.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value.slice(0, 2_000)]] : []
    }),
  )

/** Query string of a URL as it was sent, still encoded. */
const parametersOf = (address: string): string => (address.includes('?') ? address.slice(address.indexOf('?') + 1) : '')

export type OnNotification = (provider: RoutedProvider, outcome: 'accepted' | 'rejected') => void

/**
 * Registers the webhooks of payment providers. The body stays a raw buffer for the signature; answers use each
 * provider's format.
 */
export async function registerWebhooks(
  scope: FastifyInstance,
  deps: PaymentDeps & { nudgeJobs: () => void; onNotification?: OnNotification },
): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Adds a route for every payment provider, because operators may enter an account while the server runs.
  for (const id of routedProviders) {
    const receive = async (request: FastifyRequest, reply: FastifyReply, raw: Buffer) => {
      if (!deps.payments.ids.includes(id)) throw new AppError('NotFound')
      const { status, body } = await receiveNotification(deps, id, {
        raw,
        headers: signedHeaders(request.headers),
      })
      if (status === 200) deps.nudgeJobs()
      deps.onNotification?.(id, status === 200 ? 'accepted' : 'rejected')
      return reply.code(status).type('text/plain; charset=utf-8').send(body)
    }
    scope.post(`/webhooks/${id}`, async (request, reply) =>
      receive(request, reply, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)),
    )
    if (epayGateways.some((gateway) => gateway === id))
      scope.get(`/webhooks/${id}`, { exposeHeadRoute: false }, async (request, reply) =>
        receive(request, reply, Buffer.from(parametersOf(request.raw.url ?? ''))),
      )
  }
}

/** Registers the webhooks of VPN panels. The body stays a raw buffer, because the signature covers the exact bytes. */
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
