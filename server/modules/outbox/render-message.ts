import type { Language } from '#shared/language.ts'
import { recolourMarkup } from '#shared/brand-look.ts'
import { escape, fontStack, mailHead, type RenderedMail, type Sender } from './mail-html.ts'
import { withDomain } from './domain-bound-code.rules.ts'
import { renderWritten } from './customers/render-customer-mail.ts'
import { mailTexts, smsTexts, type AccountTemplate, type MailText, type Template } from './code-and-security-texts.ts'
import type { Wording } from './operator-texts/wording.ts'
import { operatorMailText, type OperatorNotice } from './operator-notices.ts'

/** Sender of mails. `consoleOrigin`: origin of the operator console. Mails to operators link only there. */
export type SenderOfMail = Sender & { readonly consoleOrigin: string }
type Content<T = Template> = {
  readonly template: T
  readonly language: Language
  readonly code: string | null
  readonly link?: string | undefined
  /** Link that ends mails of this kind. */
  readonly stop?: string | undefined
}
type MailContent = Content & {
  readonly notice?: OperatorNotice | undefined
  /** Operator's own text for the mail, with all placeholders filled in. Null uses the product's text. */
  readonly wording?: Wording | null
}

const pages: Partial<Record<Template, string>> = {
  'has-account': '/login',
  'password-changed': '/resetpassword',
  'password-reset': '/resetpassword',
  'names-changed': '/resetpassword',
  'ways-in-changed': '/resetpassword',
  'deletion-requested': '/login',
  'payout-address': '/resetpassword',
}

const stopLabels = { en: 'Stop these mails', 'zh-CN': '停止接收此邮件' } as const

export function renderMail(
  { template, language, code, link: own, stop: stopUrl, notice, wording = null }: MailContent,
  { brand, look, publicOrigin, consoleOrigin }: SenderOfMail,
): RenderedMail {
  // A mailing's test mail must look exactly like the mail that recipients get.
  if (notice?.kind === 'mailing') {
    const { subject, heading, text: said, button, page: at } = notice
    const written = { subject, heading, lead: said, rows: [], action: { label: button, page: at } }
    const stop = `${publicOrigin}/${language}/mails/not-stopped`
    return renderWritten('mailing', written, language, { brand, look, publicOrigin }, stop)
  }
  const told = notice
  const name = brand[language]
  const text = textOf()
  const page = pages[template]
  const path = page ? `/${language}${page}` : text.page
  const origin = template === 'operator-notice' ? consoleOrigin : publicOrigin
  const url = own ?? (path && `${origin}${path}`)
  const link = text.action && url ? { label: text.action, url } : null
  const stop = stopUrl === undefined ? null : { label: stopLabels[language], url: stopUrl }
  const lines = [
    text.heading,
    text.lead,
    code,
    link && `${link.label}: ${link.url}`,
    ...text.notes,
    stop && `${stop.label}: ${stop.url}`,
    `${name}\n${publicOrigin}`,
  ]
  return {
    subject: text.subject,
    text: `${lines.filter((line) => line !== null).join('\n\n')}\n`,
    html: recolourMarkup(renderHtml({ language, name, publicOrigin, text, code, link, stop }), look),
  }

  function textOf(): MailText {
    if (template !== 'operator-notice') return inWords(mailTexts[language](name)[template], wording)
    if (!told) throw new Error('a notice to operators without its facts')
    return operatorMailText(told, language, name)
  }
}

/** Replaces the text of a mail by the operator's own, but keeps warnings, the one-time code and the link's target. */
const inWords = (text: MailText, wording: Wording | null): MailText =>
  wording === null
    ? text
    : {
        ...text,
        subject: wording.subject,
        heading: wording.heading,
        lead: wording.text,
        ...(text.action !== undefined && { action: wording.action || text.action }),
      }

export const renderSms = (
  { template, language, code, link }: Content<AccountTemplate>,
  { brand, publicOrigin }: Pick<Sender, 'brand' | 'publicOrigin'>,
): string => {
  const text = smsTexts[language](brand[language], code ?? '', link ?? publicOrigin)[template]
  return code === null ? text : withDomain(text, code, publicOrigin)
}

type Page = {
  language: Language
  name: string
  publicOrigin: string
  text: MailText
  code: string | null
  link: { label: string; url: string } | null
  stop: { label: string; url: string } | null
}

/**
 * HTML of a mail. Uses only tables and inline styles, which all mail apps support, and a dark theme (`mailHead`). Loads
 * nothing.
 */
function renderHtml({ language, name, publicOrigin, text, code, link, stop }: Page): string {
  const parts = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.35">${escape(text.heading)}</h1>`,
    `<p style="margin:0 0 20px;line-height:1.6">${escape(text.lead).replaceAll('\n', '<br>')}</p>`,
    code &&
      `<p style="margin:0 0 20px;padding:18px 0;border-radius:16px;background:#006d52;color:#ffffff;text-align:center;font-size:34px;font-weight:800;letter-spacing:8px">${code}</p>`,
    link &&
      `<p style="margin:0 0 20px"><a href="${escape(link.url)}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#006d52;color:#ffffff;font-weight:700;text-decoration:none">${escape(link.label)}</a></p>`,
    ...text.notes.map(
      (note) =>
        `<p style="margin:0 0 12px;color:#43544d;font-size:14px;line-height:1.6" class="dim">${escape(note)}</p>`,
    ),
    stop &&
      `<p style="margin:0 0 12px;font-size:14px"><a href="${escape(stop.url)}" class="way" style="color:#006d52">${escape(stop.label)}</a></p>`,
    `<p class="dim rule" style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d5dfdb;color:#43544d;font-size:14px">${escape(name)} · <a href="${escape(publicOrigin)}" class="way" style="color:#006d52">${escape(new URL(publicOrigin).host)}</a></p>`,
  ]
  return `<!doctype html>
<html lang="${language}">${mailHead(text.subject)}
<body class="sheet" style="margin:0;background-color:#f4f9f7"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card rule" style="max-width:480px;background-color:#ffffff;border:1px solid #d5dfdb;border-radius:16px"><tr><td class="ink" style="padding:28px;font-family:${fontStack};font-size:16px;color:#12221c">
${parts.filter((part) => part !== null).join('\n')}
</td></tr></table></td></tr></table></body></html>`
}
