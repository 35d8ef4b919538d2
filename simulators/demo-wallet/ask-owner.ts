import { textsNow } from './texts-now.ts'

export type Question = {
  readonly title: string
  readonly text?: string
  readonly rows?: readonly (readonly [name: string, value: string])[]
  readonly yes: string
}

/**
 * Styles of the question, added through the DOM because the page's policy blocks inline styles. They use the page's
 * colours, so both themes fit.
 */
const css = `
.demo-wallet { width: min(420px, calc(100vw - 32px)); padding: 22px 24px 24px; border: 2px solid var(--info);
  border-radius: var(--r-card); background: var(--card); color: var(--ink); box-shadow: var(--shadow-2) }
.demo-wallet::backdrop { background: rgb(10 25 19 / 0.6) }
.demo-wallet h2 { margin-top: 6px; font-size: var(--t-h3); outline: none }
.demo-wallet h2 + * { margin-top: 12px }
.demo-wallet p, .demo-wallet dt { color: var(--ink-2) }
.demo-wallet .demo-wallet-name { color: var(--info); font-weight: 600 }
.demo-wallet dl { display: grid; gap: 10px; margin-top: 12px }
.demo-wallet dt { font-size: var(--t-small) }
.demo-wallet dd { margin: 0; overflow-wrap: anywhere }
.demo-wallet .small { margin-top: 14px }
.demo-wallet .demo-wallet-choice { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin-top: 18px }
.demo-wallet .btn { width: 100%; margin: 0 }
`
let styled = false
function style(): void {
  if (styled) return
  styled = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string, ...content: (Node | string)[]) {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.append(...content)
  return made
}

export function askOwner({ title, text, rows = [], yes }: Question): Promise<boolean> {
  style()
  const t = textsNow()
  const dialog = element('dialog', 'demo-wallet')
  const button = (label: string, kind: string, answer: string) => {
    const made = element('button', kind, label)
    made.type = 'button'
    made.addEventListener('click', () => dialog.close(answer))
    return made
  }
  const heading = element('h2', '', title)
  heading.id = 'demo-wallet-title'
  // Focuses the heading and no button, so that a stray Enter cannot pay.
  heading.tabIndex = -1
  heading.autofocus = true
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.append(element('p', 'demo-wallet-name', t.name), heading)
  if (text !== undefined) dialog.append(element('p', '', text))
  if (rows.length > 0) {
    const pairs = rows.map(([name, value]) => element('div', '', element('dt', '', name), element('dd', 'num', value)))
    dialog.append(element('dl', '', ...pairs))
  }
  dialog.append(element('p', 'small', t.noMoney))
  dialog.append(element('div', 'demo-wallet-choice', button(t.reject, 'btn quiet', ''), button(yes, 'btn', 'yes')))
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
  })
}
