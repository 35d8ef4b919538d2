import type { FastifyInstance } from 'fastify'
import { lookPath } from '#shared/console.ts'
import { createShopPasses, mayRehearse } from '#server/modules/operators/shop-pass.ts'
import { findSignedIn, type ConsoleDeps } from './console-session.ts'

/**
 * Redirects a signed-in operator to the shop with a pass in the URL, because the console may have a host of its own,
 * which cannot set cookies of the shop.
 */
export function registerShopPass(api: FastifyInstance, { database, digest, cookie, config }: ConsoleDeps): void {
  const passes = createShopPasses(database, digest)
  api.get<{ Querystring: { rehearsal?: string } }>('/look', async (request, reply) => {
    const signedIn = await findSignedIn(database, cookie, request)
    if (!signedIn) return reply.redirect('/console', 303)
    const isRehearsal = request.query.rehearsal !== undefined && mayRehearse(signedIn.session.role)
    const pass = passes.linkFor(signedIn.token, isRehearsal ? 'rehearsal' : 'look')
    // A rehearsal begins with its plan: the purchase then leads through sign-up to the payment.
    const page = isRehearsal ? '&plans' : ''
    return reply
      .header('referrer-policy', 'no-referrer')
      .redirect(`${config.publicOrigin}${lookPath}?pass=${pass}${page}`, 303)
  })
}
