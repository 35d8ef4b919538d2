import type { FastifyInstance } from 'fastify'
import { languageOf, type Language } from '../cashier/cashier-text.ts'
import { refuseOtherNames, sendDemoPage } from '../demo-page.ts'
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

const row = (user: RemnawaveUser, text: typeof en, language: Language): string => {
  const end = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(user.expireAt),
  )
  return `<div><dt>${user.username.replaceAll(/[^\w-]/g, '')}</dt><dd>${text.status[user.status]} · ${text.until} <time datetime="${user.expireAt}">${end}</time> · ${user.hwidDeviceLimit ?? '–'} ${text.devices}</dd></div>`
}

export async function registerPanelPage(scope: FastifyInstance, panel: RemnawavePanel): Promise<void> {
  scope.addHook('onRequest', refuseOtherNames)
  const newest = () => {
    panel.expire()
    return [...panel.users.values()].toReversed()
  }
  scope.get('/panel', async (request, reply) => {
    const language = languageOf(request)
    const text = texts[language]
    const rows = newest().map((user) => row(user, text, language))
    const main = rows.length === 0 ? `<p>${text.empty}</p>` : `<dl>${rows.join('')}</dl>`
    return sendDemoPage(reply, { path: '/panel', language, text, main })
  })
  scope.get('/panel.json', async () =>
    newest().map(({ username, status, expireAt }) => ({ username, status, expireAt })),
  )
}
