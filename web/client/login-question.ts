import '#ui/button.css'
import { openModal } from '#ui/open-modal.ts'
import type { LoginCodeTexts } from '#text/en/site/login-code.ts'
import styles from './login-question.module.css'

type Whose = {
  readonly name: string
  readonly id: string
  readonly here: string | null
}

function words(kind: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(kind)
  element.textContent = text
  element.className = className
  return element
}

/**
 * Asks in a full-screen dialog whether the visitor wants to open the account from the link. Resolves with the answer;
 * Escape means no. Built without React, because most pages do not load it.
 */
export function confirmAccount(t: LoginCodeTexts, { name, id, here }: Whose): Promise<boolean> {
  const screen = document.createElement('dialog')
  screen.className = styles.screen ?? ''
  const body = document.createElement('div')
  body.className = styles.body ?? ''
  const title = words('h1', t.title)
  title.id = 'login-question'
  const warning = words('p', here === null ? t.text : `${t.here(here)} ${t.text}`)
  warning.id = 'login-question-text'
  screen.setAttribute('aria-labelledby', title.id)
  screen.setAttribute('aria-describedby', warning.id)
  const account = document.createElement('div')
  account.className = styles.account ?? ''
  account.append(words('p', t.opens, 'dim'), words('p', name, styles.name), words('p', id, 'num dim'))
  body.append(title, account, warning)

  return new Promise((resolve) => {
    const button = (label: string, kind: string, answer: string): HTMLButtonElement => {
      const made = document.createElement('button')
      made.type = 'button'
      made.className = `btn wide ${kind}`
      made.textContent = label
      made.addEventListener('click', () => screen.close(answer))
      body.append(made)
      return made
    }
    button(t.yes, '', 'yes')
    const no = button(here === null ? t.no : t.stay(here), 'quiet', 'no')
    screen.addEventListener('close', () => {
      screen.remove()
      resolve(screen.returnValue === 'yes')
    })
    screen.append(body)
    document.body.append(screen)
    openModal(screen)
    // Focuses "no", so that pressing Enter without reading keeps the current account.
    no.focus()
  })
}
