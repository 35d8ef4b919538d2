import type { FastifyInstance } from 'fastify'
import { languages } from '#shared/language.ts'
import { checkConfirmLink, confirmAddress, stopChange } from '#server/workflows/accounts/security/answer-change.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'

type Link = { Params: { token: string } }

/**
 * Pages behind the links in messages about an account change: one page stops the change, the other confirms a new email
 * address or phone number by code. GET never changes anything, because mail scanners open links. Both are plain forms
 * that work without script.
 */
export async function registerAccountChanges(scope: FastifyInstance, deps: IdentityDeps): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4_096 }, (_request, body, done) => done(null, body))
  for (const prefix of ['', ...languages.map((language) => `/${language}`)]) {
    const base = `${prefix}/account-change`
    scope.post<Link>(`${base}/stop/:token`, async ({ params }, reply) => {
      const isStopped = await stopChange(deps, params.token)
      if (isStopped) deps.nudgeJobs()
      return reply.redirect(`${base}/${isStopped ? 'stopped' : 'over'}`, 303)
    })
    for (const path of [`${base}/confirm/:token`, `${base}/confirm/:token/wrong`])
      scope.post<Link & { Body: unknown }>(path, async ({ params, body }, reply) => {
        const code = new URLSearchParams(typeof body === 'string' ? body : '').get('code') ?? ''
        const state = await confirmAddress(deps, params.token, code)
        deps.nudgeJobs()
        const pages = { confirmed: 'confirmed', over: 'over', wrong: `confirm/${params.token}/wrong` }
        return reply.redirect(`${base}/${pages[state]}`, 303)
      })
  }
}

const confirmPage = new RegExp(`^((?:/(?:${languages.join('|')}))?/account-change)/confirm/([^/]+)(?:/wrong)?/?$`)

/**
 * Redirects a confirmation link that takes no code any more to the page that says so, before somebody types one. The
 * site answers the other links. `app` is the root, because a hook covers only the routes of its scope.
 */
export function redirectDeadLinks(app: FastifyInstance, deps: IdentityDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    const [, base, token = ''] = confirmPage.exec(request.url.split('?', 1)[0] ?? '') ?? []
    if (base === undefined) return
    // If the database cannot be read, the page opens as usual.
    const state = await checkConfirmLink(deps, token).catch((error: unknown) => {
      request.log.error(error, 'an account change could not be read')
      return 'open' as const
    })
    if (state !== 'open') return reply.header('cache-control', 'no-store').redirect(`${base}/${state}`, 303)
  })
}
