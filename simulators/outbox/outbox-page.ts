import { createHash } from 'node:crypto'
import { cashierStyle } from '../cashier/cashier-style.ts'
import type { Language } from '../cashier/cashier-text.ts'
import { codeAt, demoAuthenticators } from './authenticator.ts'
import type { OutboxMessage } from './outbox.ts'

const en = {
  title: 'Outbox',
  notice: 'Mail and SMS stop here. Nothing leaves this machine.',
  other: '中文',
  empty: 'Nothing was sent yet. Ask for a code, and reload this page.',
  reload: 'Reload',
  to: 'To',
  mail: 'Mail',
  sms: 'SMS',
  html: 'As the mail program shows it',
  operators: 'Operators of the demo',
  operatorsText: 'Sign in at /console by name, the secret clear-road-2026 and the code of now.',
  roles: { owner: 'owner', finance: 'finance', support: 'support', viewer: 'viewer' },
}
const zhCN: typeof en = {
  title: '发件箱',
  notice: '邮件和短信到此为止，不会真的发出去。',
  other: 'English',
  empty: '还没有发过消息。去获取一个验证码，再刷新本页。',
  reload: '刷新',
  to: '收件人',
  mail: '邮件',
  sms: '短信',
  html: '查看邮件样式',
  operators: '演示运营账号',
  operatorsText: '在 /console 用名称、口令 clear-road-2026 和当前动态码登录。',
  roles: { owner: '所有者', finance: '财务', support: '客服', viewer: '只读' },
}
const texts: Record<Language, typeof en> = { en, 'zh-CN': zhCN }

const style = `${cashierStyle}
ol{list-style:none;padding:0;display:grid;gap:1rem}
article{border:1px solid var(--line);border-radius:16px;padding:1.25rem;display:grid;gap:.5rem}
article header{padding:0;background:none;color:var(--ink-2);font-size:.9375rem}
article h2{margin:0;overflow-wrap:anywhere}
pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
article a{color:var(--way);min-height:44px;display:inline-flex;align-items:center}
.codes{margin-bottom:1rem}
.codes ul{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem}
.codes li{display:grid}
.code{font-size:1.75rem;font-weight:800;letter-spacing:.2em;font-variant-numeric:tabular-nums;color:var(--way)}
`
export const outboxPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
/** Content security policy for shown mails: inline styles only, no scripts, remote pictures or forms. */
export const mailPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

export function renderOutbox(messages: readonly OutboxMessage[], language: Language, now: Date): string {
  const text = texts[language]
  const other = language === 'en' ? 'zh-CN' : 'en'
  const content =
    messages.length === 0
      ? `<p>${text.empty}</p>`
      : `<ol>${messages.map((message, index) => `<li>${card(message, index, language)}</li>`).join('')}</ol>`
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${text.title}</title><style>${style}</style></head>
<body>
<header><p><strong>${text.title}</strong> ${text.notice}</p><a href="/outbox?lang=${other}" lang="${other}">${text.other}</a></header>
<main><h1>${text.title}</h1>${codes(language, now)}${content}<a class="button" href="/outbox?lang=${language}">${text.reload}</a></main>
</body></html>`
}

function codes(language: Language, now: Date): string {
  const text = texts[language]
  const rows = demoAuthenticators.map(
    ({ name, role, totpSecret }) =>
      `<li><span>${name} · ${text.roles[role]}</span> <strong class="code">${codeAt(totpSecret, now)}</strong></li>`,
  )
  return `<article class="codes"><h2>${text.operators}</h2><p>${text.operatorsText}</p><ul>${rows.join('')}</ul></article>`
}

function card(message: OutboxMessage, index: number, language: Language): string {
  const text = texts[language]
  const code = /(?<!\d)\d{6}(?!\d)/.exec(message.text)?.[0]
  const at = new Date(message.receivedAt)
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(at)
  const kind = message.channel === 'mail' ? text.mail : text.sms
  return `<article><header><span>${kind} · ${text.to} ${escape(message.to)}</span><time datetime="${at.toISOString()}">${time}</time></header>
${message.subject && `<h2>${escape(message.subject)}</h2>`}${code ? `<p class="code">${code}</p>` : ''}<pre>${escape(message.text.trim())}</pre>
${message.html === null ? '' : `<a href="/outbox/${index}.html">${text.html}</a>`}</article>`
}
