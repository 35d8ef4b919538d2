import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cashierStyle } from './cashier/cashier-style.ts'
import type { Language } from './cashier/cashier-text.ts'
import { isIP } from 'node:net'

/**
 * True for `localhost`, a name below it, or an IP address. A page of an attacker could make its own host name resolve
 * to this machine (DNS rebinding) and so read the outbox's codes.
 */
export function isLocalHost(host: string | undefined): boolean {
  const name = (host ?? '').replace(/:\d{1,5}$/, '')
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
}

type DemoPageText = {
  readonly title: string
  readonly notice: string
  readonly other: string
  readonly reload: string
}

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(cashierStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Hook for requests: rejects those that do not use a local host name. */
export async function refuseOtherNames(request: FastifyRequest, reply: FastifyReply) {
  if (!isLocalHost(request.headers.host)) return reply.code(421).type('text/plain').send('not by this name')
  return undefined
}

export function sendDemoPage(
  reply: FastifyReply,
  { path, language, text, main }: { path: string; language: Language; text: DemoPageText; main: string },
) {
  const other = language === 'en' ? 'zh-CN' : 'en'
  return reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${text.title}</title><style>${cashierStyle}</style></head>
<body>
<header><p><strong>${text.title}</strong> ${text.notice}</p><a href="${path}?lang=${other}" lang="${other}">${text.other}</a></header>
<main><h1>${text.title}</h1>${main}<a class="button" href="${path}?lang=${language}">${text.reload}</a></main>
</body></html>`)
}
