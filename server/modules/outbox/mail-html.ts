import type { Localized } from '#shared/language.ts'
import type { Look } from '#shared/brand-look.ts'

export type Sender = { readonly brand: Localized; readonly look: Look; readonly publicOrigin: string }
export type RenderedMail = { readonly subject: string; readonly text: string; readonly html: string }

/** Fonts of the reader's system, because mails load nothing. */
export const fontStack = `-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei','Noto Sans SC',sans-serif`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

const dark = [
  ['sheet', 'background-color:#0b1310'],
  ['card', 'background-color:#15211c'],
  ['ink', 'color:#ebf2ef'],
  ['dim', 'color:#b3c2bb'],
  ['way', 'color:#58d8ae'],
  ['rule', 'border-color:#293631'],
] as const

/**
 * Head of a mail. Mail apps that follow the system's theme get dark colours by class; `!important` overrides the inline
 * styles. Other apps drop this style and may invert colours, so text and background are always set in pairs.
 */
export const mailHead = (subject: string): string =>
  `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escape(subject)}</title><style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${dark.map(([name, style]) => `.${name}{${style}!important}`).join('')}}</style></head>`

/** Mail as a page with its subject, for previews. */
export function showWithSubject({ subject, html }: RenderedMail): string {
  const line = `<p style="margin:0;padding:12px 16px;background:#ffffff;border-bottom:1px solid #d5dfdb;font:700 15px sans-serif;color:#12221c">${escape(subject)}</p>`
  return html.replace(/<body[^>]{0,80}>/, (body) => `${body}${line}`)
}
