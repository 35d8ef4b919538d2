import type { FastifyInstance } from 'fastify'
import { languageOf, type Language } from '../cashier/cashier-text.ts'
import { refuseOtherNames, sendDemoPage } from '../demo-page.ts'
import type { DemoNodes } from './demo-node.ts'
import type { NodeUser } from './daemon.ts'

const en = {
  title: 'VPN node',
  notice: 'A stand-in for a server of yours. It asks the shop every few seconds who may use it, and carries nothing.',
  other: '中文',
  empty: 'No one may use it yet. Buy a plan, make a link for an app in your account, and reload this page.',
  waiting: 'The shop has not answered the last look',
  reload: 'Reload',
  link: 'Link',
  open: 'let in as',
}
const zhCN: typeof en = {
  title: 'VPN 节点',
  notice: '模拟您自己的一台服务器：每隔几秒问商店谁可以使用，不传输任何数据。',
  other: 'English',
  empty: '还没有人可以使用。先买一个套餐，在账户里为应用生成一个链接，再刷新本页。',
  waiting: '最近一次询问没有得到商店的回答',
  reload: '刷新',
  link: '链接',
  open: '准入凭证',
}
const texts: Record<Language, typeof en> = { en, 'zh-CN': zhCN }

const beginning = ({ uuid }: NodeUser) => `${uuid.replaceAll(/[^\w-]/g, '').slice(0, 8)}…`
const textOnly = (text: string) => text.replaceAll(/[<>&"']/g, '')

export async function registerNodePage(scope: FastifyInstance, node: DemoNodes): Promise<void> {
  scope.addHook('onRequest', refuseOtherNames)
  scope.get('/node', async (request, reply) => {
    const language = languageOf(request)
    const text = texts[language]
    const { trouble } = node
    const note = trouble === null ? '' : `<p>${text.waiting}: ${textOnly(trouble)}</p>`
    const rows = node.users.toReversed().map((user) => {
      return `<div><dt>${text.link} ${textOnly(`${user.id}`)}</dt><dd>${text.open} ${beginning(user)}</dd></div>`
    })
    const main = `${note}${rows.length === 0 ? `<p>${text.empty}</p>` : `<dl>${rows.join('')}</dl>`}`
    return sendDemoPage(reply, { path: '/node', language, text, main })
  })
  scope.get('/node.json', async () => ({ trouble: node.trouble, links: node.users.map(({ id }) => id) }))
}
