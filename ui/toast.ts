import type { Language } from '#shared/language.ts'
import styles from './toast.module.css'

type Toast = {
  readonly kind: 'done' | 'error'
  readonly text: string
  readonly language: Language
}

const shownMs = 5_000
const closeText: Record<Language, string> = { en: 'Close', 'zh-CN': '关闭' }
const shapes = {
  done: 'm4.5 12.5 5 5L19.5 7',
  error: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 7.5v5.5M12 16.4v.2',
  close: 'm6 6 12 12M18 6 6 18',
}

export function drawIcon(shape: keyof typeof shapes): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('class', 'i')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', shapes[shape])
  svg.append(path)
  return svg
}

/**
 * Returns the live region for messages of one role, and creates it if it is missing. Moves it into an open dialog,
 * because the dialog covers everything else.
 */
function region(role: 'status' | 'alert'): HTMLElement {
  const host = document.querySelector('dialog[open]') ?? document.body
  const id = `toasts-${role}`
  const known = document.getElementById(id)
  if (known) {
    if (known.parentElement !== host) host.append(known)
    return known
  }
  const made = document.createElement('div')
  made.id = id
  made.className = styles.region ?? ''
  made.setAttribute('role', role)
  host.append(made)
  return made
}

/** Removes the errors shown so far. Call it when something is tried again, because they are about the last try. */
export const dismissErrors = (): void => document.getElementById('toasts-alert')?.replaceChildren()

/** Shows a message for five seconds. An error stays until it is closed, shown again, or something is tried again. */
export function showToast({ kind, text, language }: Toast): void {
  const home = region(kind === 'error' ? 'alert' : 'status')
  for (const shown of home.children) if (shown.textContent === text) shown.remove()

  const toast = document.createElement('p')
  toast.className = `${styles.toast} ${kind === 'error' ? styles.error : ''}`
  const words = document.createElement('span')
  words.textContent = text
  toast.append(drawIcon(kind), words)
  if (kind === 'error') {
    const close = document.createElement('button')
    close.type = 'button'
    close.className = styles.close ?? ''
    close.setAttribute('aria-label', closeText[language])
    close.append(drawIcon('close'))
    close.addEventListener('click', () => toast.remove())
    toast.append(close)
  } else {
    setTimeout(() => toast.remove(), shownMs)
  }
  // The live region must be in the document before its text, or screen readers miss the first message.
  requestAnimationFrame(() => home.append(toast))
}
