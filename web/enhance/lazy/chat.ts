import type { ChatText } from '#text/en/site/chat.ts'
import stylesheet from '../chat.css?url'

export async function start({ chatUrl }: DOMStringMap): Promise<void> {
  const texts: Record<string, () => Promise<{ default: ChatText }>> = {
    en: () => import('#text/en/site/chat.ts'),
    'zh-CN': () => import('#text/zh-CN/site/chat.ts'),
  }
  const text = await texts[document.documentElement.lang]?.()
  if (!text || !chatUrl) return
  const { default: t } = text
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: stylesheet }))
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'chat-button btn s' })
  button.textContent = t.open
  button.ariaExpanded = 'false'
  let panel: HTMLIFrameElement | null = null
  button.addEventListener('click', () => {
    const opening = !panel || panel.hidden
    if (!panel) {
      panel = Object.assign(document.createElement('iframe'), { className: 'chat-panel', title: t.title, src: chatUrl })
      panel.referrerPolicy = 'no-referrer'
      button.before(panel)
    }
    panel.hidden = !opening
    button.ariaExpanded = String(opening)
    button.textContent = opening ? t.close : t.open
  })
  document.body.append(button)
}
