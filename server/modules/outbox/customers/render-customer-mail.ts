import type { Language } from '#shared/language.ts'
import { recolourMarkup } from '#shared/brand-look.ts'
import type { RenderedMail, Sender } from '#server/modules/outbox/mail-html.ts'
import { escape, fontStack, mailHead } from '#server/modules/outbox/mail-html.ts'
import type { MessageData } from './message-data.ts'
import { isNews, isReminder, type PeopleTemplate, type PersonMessage } from '../customer-messages.rules.ts'
import { customerTextsEn } from './customer-mail-texts.en.ts'
import { customerTextsZh } from './customer-mail-texts.zh-cn.ts'
import type { MessageContent } from './message-content.ts'
import { wordsOf } from './format-values.ts'

type Told = Pick<PersonMessage, 'template' | 'facts'>
type Write = (facts: unknown, known: MessageData, words: ReturnType<typeof wordsOf>) => MessageContent

/**
 * Writes the text of a message. `readIn`: time zone of the reader (IANA). Omitted for mails, because the time zone of a
 * mail's reader is unknown.
 */
export function writeText(
  { template, facts }: Told,
  known: MessageData,
  language: Language,
  readIn?: string,
): MessageContent {
  const texts = language === 'en' ? customerTextsEn : customerTextsZh
  // TypeScript cannot express that the template and the facts belong together. They do, because they were stored
  // together.
  return (texts[template] as Write)(facts, known, wordsOf(language, readIn))
}

const footers = {
  en: {
    necessary: 'You get this because it is about your money or your account.',
    stop: 'Stop these reminders',
    unsubscribe: 'You asked for this news. Unsubscribe',
  },
  'zh-CN': {
    necessary: '这封邮件关系到你的钱或账号，所以会发给你。',
    stop: '不再提醒',
    unsubscribe: '你订阅了资讯邮件，点此退订',
  },
}

/** Renders a mail. `stopUrl`: link to unsubscribe from all reminders, or from news; null if there is none. */
export const renderCustomerMail = (
  told: Told,
  known: MessageData,
  language: Language,
  sender: Sender,
  stopUrl: string | null,
): RenderedMail => renderWritten(told.template, writeText(told, known, language), language, sender, stopUrl)

export function renderWritten(
  template: PeopleTemplate,
  text: MessageContent,
  language: Language,
  { brand, look, publicOrigin }: Sender,
  stopUrl: string | null,
): RenderedMail {
  const colon = language === 'en' ? ': ' : '：'
  const name = brand[language]
  const action = { label: text.action.label, url: `${publicOrigin}/${localized(text.action.page, language)}` }
  const footer = footers[language]
  const isStoppable = (isReminder(template) || isNews(template)) && stopUrl !== null
  const stop = isNews(template) ? footer.unsubscribe : footer.stop
  const blocks = [
    text.heading,
    text.lead,
    text.quote ?? '',
    text.rows.map(([label, value]) => `${label}${colon}${value}`).join('\n'),
    `${action.label}${colon}${action.url}`,
    isStoppable ? `${stop}${colon}${stopUrl}` : footer.necessary,
    `${name}, ${publicOrigin}`,
  ]
  return {
    subject: text.subject,
    text: `${blocks.filter((block) => block !== '').join('\n\n')}\n`,
    html: recolourMarkup(
      renderHtml({
        language,
        name,
        publicOrigin,
        text,
        action,
        end: isStoppable ? { label: stop, url: stopUrl } : footer.necessary,
      }),
      look,
    ),
  }
}

/** Adds the language to a page's path. Pages of the account have one URL for all languages. */
const localized = (page: string, language: Language): string =>
  page.startsWith('/user/') ? page.slice(1) : `${language}${page}`

type Page = {
  readonly language: Language
  readonly name: string
  readonly publicOrigin: string
  readonly text: MessageContent
  readonly action: { readonly label: string; readonly url: string }
  readonly end: string | { readonly label: string; readonly url: string }
}

const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"'
const line = 'padding:9px 0;border-top:1px solid #d5dfdb'

/**
 * HTML of a mail. Uses only tables and inline styles, apart from the dark theme (`mailHead`), and loads nothing.
 * Colours are set in pairs of text and background, so that mail apps that invert colours invert both.
 */
function renderHtml({ language, name, publicOrigin, text, action, end }: Page): string {
  const rows = text.rows.map(
    ([label, value]) =>
      `<tr><td class="dim rule" style="${line};padding-right:16px;color:#43544d;white-space:nowrap;vertical-align:top">${escape(label)}</td><td align="right" class="rule" style="${line};font-weight:700;word-break:break-word">${escape(value)}</td></tr>`,
  )
  const last =
    typeof end === 'string'
      ? escape(end)
      : `<a href="${escape(end.url)}" class="dim" style="color:#43544d">${escape(end.label)}</a>`
  const parts = [
    `<tr><td style="padding:0 4px 12px;font-size:17px;font-weight:700">${escape(name)}</td></tr>`,
    `<tr><td bgcolor="#006d52" style="background-color:#006d52;border-radius:20px;padding:7px"><table ${table}><tr><td style="border:2px solid #ffffff;border-radius:14px;padding:20px 22px;color:#ffffff"><h1 style="margin:0;font-size:25px;line-height:1.25;font-weight:700;color:#ffffff">${escape(text.heading)}</h1></td></tr></table></td></tr>`,
    `<tr><td style="padding:20px 4px 6px;font-size:16px;line-height:1.6">${escape(text.lead).replaceAll('\n', '<br>')}</td></tr>`,
    text.quote !== undefined &&
      `<tr><td style="padding:8px 4px 10px"><table ${table}><tr><td style="border-left:4px solid #006d52;padding:2px 0 2px 14px;font-size:16px;line-height:1.6;word-break:break-word">${escape(text.quote).replaceAll('\n', '<br>')}</td></tr></table></td></tr>`,
    rows.length > 0 &&
      `<tr><td style="padding:4px"><table ${table} style="font-size:15px;line-height:1.5">${rows.join('')}</table></td></tr>`,
    `<tr><td style="padding:14px 4px 6px"><a href="${escape(action.url)}" style="display:inline-block;background-color:#ffcb36;color:#12221c;font-size:16px;font-weight:700;text-decoration:none;padding:14px 24px;border-radius:12px">${escape(action.label)}</a></td></tr>`,
    `<tr><td class="dim" style="padding:14px 4px 0;font-size:14px;line-height:1.5;color:#43544d">${last}<br>${escape(name)}, <a href="${escape(publicOrigin)}" class="dim" style="color:#43544d">${escape(new URL(publicOrigin).host)}</a></td></tr>`,
  ]
  return `<!doctype html>
<html lang="${language}">${mailHead(text.subject)}
<body class="sheet" style="margin:0;background-color:#f4f9f7"><table ${table} class="sheet" bgcolor="#f4f9f7" style="background-color:#f4f9f7"><tr><td align="center" style="padding:24px 12px">
<table ${table} class="ink" style="max-width:520px;font-family:${fontStack};color:#12221c;text-align:left">
${parts.filter((part) => part !== false).join('\n')}
</table></td></tr></table></body></html>`
}
