import type { Localized } from '#shared/language.ts'

export type Sender = { readonly brand: Localized; readonly publicOrigin: string }
export type RenderedMail = { readonly subject: string; readonly text: string; readonly html: string }

/** System fonts only, because mails load nothing. */
export const fontStack = `-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei','Noto Sans SC',sans-serif`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

export function showWithSubject({ subject, html }: RenderedMail): string {
  const line = `<p style="margin:0;padding:12px 16px;background:#ffffff;border-bottom:1px solid #d5dfdb;font:700 15px sans-serif;color:#12221c">${escape(subject)}</p>`
  return html.replace(/<body[^>]{0,80}>/, (body) => `${body}${line}`)
}
