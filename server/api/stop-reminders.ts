import type { FastifyInstance } from 'fastify'
import { languages } from '#shared/language.ts'
import { stopReminders } from '#server/workflows/accounts/messages/stop-address.ts'
import { accountantMark, confirmAccountantMail, stopAccountantMail } from '#server/workflows/exports/mail-accountant.ts'
import type { Config } from '#server/platform/config.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'

/**
 * Unsubscribe endpoint for mail programs (RFC 8058) and for the form on the page of the link in the mail. GET changes
 * nothing, because mail scanners open links. Browsers are redirected to a page with the result.
 */
export async function registerStopReminders(scope: FastifyInstance, deps: IdentityDeps, config: Config): Promise<void> {
  const own = { database: deps.database, config }
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4_096 }, (_request, body, done) => done(null, body))
  for (const prefix of ['', ...languages.map((language) => `/${language}`)]) {
    scope.post<{ Params: { token: string } }>(`${prefix}/mails/confirm/:token`, async ({ params }, reply) => {
      const isConfirmed = await confirmAccountantMail(own, params.token)
      return reply.redirect(`${prefix}/mails/${isConfirmed ? 'confirmed' : 'over'}`, 303)
    })
    scope.post<{ Params: { token: string } }>(`${prefix}/mails/stop/:token`, async (request, reply) => {
      if (request.params.token.startsWith(accountantMark)) {
        const hasEnded = await stopAccountantMail(own, request.params.token)
        return reply.redirect(`${prefix}/mails/${hasEnded ? 'accountant-stopped' : 'over'}`, 303)
      }
      const isStopped = await stopReminders(deps, request.params.token)
      if (request.headers.accept?.includes('text/html'))
        return reply.redirect(`${prefix}/mails/${isStopped ? 'stopped' : 'not-stopped'}`, 303)
      return reply
        .code(isStopped ? 200 : 404)
        .type('text/plain; charset=utf-8')
        .send(isStopped ? 'stopped' : 'unknown')
    })
  }
}
