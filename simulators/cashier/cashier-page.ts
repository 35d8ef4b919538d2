import { createHash } from 'node:crypto'
import { cashierStyle } from './cashier-style.ts'
import { cashierTexts, gatewayNames, type Language } from './cashier-text.ts'

/**
 * Content security policy of the payment page: no scripts, one style by hash; forms may post to the simulator and
 * redirect to the shop.
 */
export function cashierPolicy(returnUrl: string | null): string {
  const style = createHash('sha256').update(cashierStyle).digest('base64')
  const shop = returnUrl && URL.canParse(returnUrl) ? ` ${new URL(returnUrl).origin}` : ''
  return `default-src 'none'; style-src 'sha256-${style}'; form-action 'self'${shop}; base-uri 'none'; frame-ancestors 'none'`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

type CashierView = {
  readonly gateway: string
  readonly subject: string
  readonly number: string
  readonly trade: string
  readonly currency: 'CNY' | 'USD'
  readonly totalMinor: number
  readonly until: string
  readonly state: 'open' | 'paid' | 'closed'
  readonly refundedMinor: number
  readonly path: string
}
const priceOf =
  ({ currency }: CashierView) =>
  (amountMinor: number): string => {
    const digits = String(amountMinor).padStart(3, '0')
    return `${currency === 'CNY' ? '¥' : '$'}${digits.slice(0, -2)}.${digits.slice(-2)}`
  }

function page(language: Language, { path, gateway }: { path: string; gateway: string }, content: string): string {
  const text = cashierTexts[language]
  const other = language === 'en' ? 'zh-CN' : 'en'
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${text.title}</title><style>${cashierStyle}</style></head>
<body>
<header><p><strong>${text.title}</strong> ${text.notice(gateway)}</p>
${path === '' ? '' : `<a href="${escape(path)}?lang=${other}" lang="${other}">${text.other}</a>`}</header>
<main>${content}</main>
</body></html>`
}

/** Payment page of a simulated gateway. `back`: shop URL to return to after the payment; empty if there is none. */
export function renderCashier(view: CashierView, language: Language, back: string): string {
  const text = cashierTexts[language]
  const price = priceOf(view)
  const facts = [
    [text.order, view.number],
    [text.trade, view.trade],
    [text.until, view.until],
  ]
  const content = `
<section class="sign"><h1>${escape(view.subject)}</h1><p class="amount">${price(view.totalMinor)}</p></section>
<dl>${facts.map(([name = '', value = '']) => `<div><dt>${name}</dt><dd>${escape(value)}</dd></div>`).join('')}</dl>
${view.state === 'open' ? choices(view, language) : outcome(view, language, back)}`
  return page(language, view, content)
}

function choices(view: CashierView, language: Language): string {
  const text = cashierTexts[language]
  const price = priceOf(view)
  const { path, totalMinor } = view
  const button = (action: string, label: string, kind = '') =>
    `<form method="post" action="${path}/${action}?lang=${language}"><button${kind && ` class="${kind}"`}>${escape(label)}</button></form>`
  return `
<div class="choices">${button('pay', text.pay(price(totalMinor)), 'go')}${button('cancel', text.cancel)}</div>
<h2>${text.more}</h2>
<div class="choices">
${button('pay-less', text.payLess(price(totalMinor - 1)))}${button('pay-more', text.payMore(price(totalMinor + 1)))}
${button('decline', text.decline)}${button('pay-late', text.payLate)}${button('pay-twice', text.payTwice)}${button('pay-silent', text.paySilent)}
</div>`
}

function outcome(view: CashierView, language: Language, back: string): string {
  const text = cashierTexts[language]
  const { refundedMinor } = view
  const paid = refundedMinor > 0 ? `${text.refunded} ${priceOf(view)(refundedMinor)}` : text.paid
  const state = view.state === 'closed' ? text.closed : paid
  const way = back && `<div class="choices"><a class="button go" href="${escape(back)}">${text.back}</a></div>`
  return `<p class="state">${state}</p>${way}`
}

export function renderError(
  reason: string,
  language: Language,
  gateway: Readonly<Record<Language, string>> = gatewayNames.alipay,
): string {
  const text = cashierTexts[language]
  return page(
    language,
    { path: '', gateway: gateway[language] },
    `<h1>${text.failed}</h1><p>${text.failedHint}</p><p><code>${escape(reason)}</code></p>`,
  )
}
