import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { cashierStyle } from '../cashier/cashier-style.ts'
import { languageOf, type Language } from '../cashier/cashier-text.ts'
import { isLocalHost } from '../outbox/local-host.ts'
import type { RemnawavePanel, RemnawaveUser } from './remnawave.ts'

const en = {
  title: 'VPN panel',
  notice: 'A stand-in for a panel that opens tunnels. No server is behind it.',
  other: '中文',
  empty: 'No one has a tunnel yet. Buy a plan, and reload this page.',
  reload: 'Reload',
  until: 'until',
  devices: 'devices',
  status: { ACTIVE: 'open', DISABLED: 'closed', EXPIRED: 'ended', LIMITED: 'used up' },
}
const zhCN: typeof en = {
  title: 'VPN 面板',
  notice: '模拟开通连接的面板，背后没有真的服务器。',
  other: 'English',
  empty: '还没有人开通。先买一个套餐，再刷新本页。',
  reload: '刷新',
  until: '有效期至',
  devices: '台设备',
  status: { ACTIVE: '已开通', DISABLED: '已关闭', EXPIRED: '已到期', LIMITED: '已用完' },
}
const texts: Record<Language, typeof en> = { en, 'zh-CN': zhCN }
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(cashierStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Names are ours: letters, digits and a line. */
const row = (user: RemnawaveUser, text: typeof en, language: Language): string => {
  const end = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(user.expireAt),
  )
  return `<div><dt>${user.username.replaceAll(/[^\w-]/g, '')}</dt><dd>${text.status[user.status]} · ${text.until} <time datetime="${user.expireAt}">${end}</time> · ${user.hwidDeviceLimit ?? '–'} ${text.devices}</dd></div>`
}

function render(users: readonly RemnawaveUser[], language: Language): string {
  const text = texts[language]
  const other = language === 'en' ? 'zh-CN' : 'en'
  const list =
    users.length === 0 ? `<p>${text.empty}</p>` : `<dl>${users.map((user) => row(user, text, language)).join('')}</dl>`
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${text.title}</title><style>${cashierStyle}</style></head>
<body>
<header><p><strong>${text.title}</strong> ${text.notice}</p><a href="/panel?lang=${other}" lang="${other}">${text.other}</a></header>
<main><h1>${text.title}</h1>${list}<a class="button" href="/panel?lang=${language}">${text.reload}</a></main>
</body></html>`
}

/** Who is open at the simulated panel, for people and as JSON for tests. */
export async function registerPanelPage(scope: FastifyInstance, panel: RemnawavePanel): Promise<void> {
  scope.addHook('onRequest', async (request, reply) => {
    if (!isLocalHost(request.headers.host)) return reply.code(421).type('text/plain').send('not by this name')
    return undefined
  })
  const newest = () => {
    panel.expire()
    return [...panel.users.values()].toReversed()
  }
  scope.get('/panel', async (request, reply) =>
    reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      .type('text/html; charset=utf-8')
      .send(render(newest(), languageOf(request))),
  )
  scope.get('/panel.json', async () =>
    newest().map(({ username, status, expireAt }) => ({ username, status, expireAt })),
  )
}
