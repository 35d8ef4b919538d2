import type { Language } from '#shared/language.ts'
import { readOrigin } from '#web/client/campaign-origin.ts'
import { insideApp, type InsideApp } from '#web/client/inside-app.ts'
import en from '#text/en/site/open-in-browser.ts'
import zh from '#text/zh-CN/site/open-in-browser.ts'
import stylesheet from '../open-in-browser.css?url'

const texts = { en, 'zh-CN': zh }
const copiedMs = 3_000

/** Creates an element of the note. Sets only text, so nothing is parsed as HTML. */
const make = <K extends keyof HTMLElementTagNameMap>(tag: K, textContent = '', className = '') =>
  Object.assign(document.createElement(tag), { textContent, className })

function drawArrow(): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  svg.setAttribute('viewBox', '0 0 60 60')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', 'M6 54C30 54 48 40 50 10m-14 12L50 8l8 16')
  svg.append(path)
  return svg
}

/**
 * Copies a link in an app's built-in browser, which may refuse or lack the Clipboard API (feross/clipboard-copy#37,
 * gnacho/netpulse#466). The older command then copies the element `code`, whose text stays selected for copying by hand
 * if that fails too.
 */
async function copyLink(link: string, code: Node): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link)
    return true
  } catch {
    getSelection()?.selectAllChildren(code)
    return document.execCommand('copy')
  }
}

function describe(app: InsideApp, link: string, hasSignIn: boolean): HTMLElement {
  const language = document.documentElement.lang as Language
  const t = texts[language]
  const name = t.names[app]
  const note = make('aside', '', 'leave')
  note.setAttribute('aria-labelledby', 'leave-title')
  const title = Object.assign(make('h2', t.title), { id: 'leave-title' })
  const steps = make('ol')
  steps.append(make('li', t.menu), make('li', app === 'wechat' ? t.open : t.openOther))
  const code = make('code', link)
  const button = Object.assign(make('button', t.copy, 'btn s quiet'), { type: 'button' })
  button.addEventListener('click', () => {
    void copyLink(link, code).then((isCopied) => {
      if (!isCopied) return
      button.textContent = t.copied
      setTimeout(() => (button.textContent = t.copy), copiedMs)
    })
  })
  const copy = make('div')
  copy.append(code, button)
  const isIos = document.documentElement.dataset.os === 'ios'
  note.append(drawArrow(), title, make('p', isIos ? t.ios(name) : t.android(name)), steps, make('p', t.orCopy), copy)
  if (hasSignIn) note.append(make('p', t.signIn, 'small dim'))
  return note
}

/**
 * Shows a note above the page on how to open it in a real browser. The link contains the referral code, because that
 * browser has other storage. The link also becomes the page's own URL, because the app's menu opens that URL.
 */
export function start(): void {
  const app = insideApp(navigator.userAgent)
  if (!app) return
  const link = new URL(location.href)
  const { r } = readOrigin()
  if (r !== undefined) link.searchParams.set('r', r)
  history.replaceState(history.state, '', link)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: stylesheet }))
  const show = () => {
    document.querySelector('.leave')?.remove()
    const hasSignIn = link.pathname.endsWith('/start')
    document.querySelector('main')?.prepend(describe(app, location.href, hasSignIn))
  }
  show()
  // Shows the note again after a language change, which replaces the page's content.
  new MutationObserver(show).observe(document.documentElement, { attributeFilter: ['lang'] })
}
