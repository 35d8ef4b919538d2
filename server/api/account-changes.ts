import type { FastifyInstance } from 'fastify'
import { languages } from '#shared/language.ts'
import { confirmAddress, stopChange } from '#server/workflows/accounts/security/answer-change.ts'
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
