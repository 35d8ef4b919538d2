import '#ui/button.css'
import { openModal } from '#ui/open-modal.ts'
import type { LoginCodeTexts } from '#web/text/en/login-code.ts'
import styles from './login-question.module.css'

type Whose = {
  readonly name: string
  readonly id: string
  /** Who is signed in on this page; null: no one. */
  readonly here: string | null
}

/** A paragraph, or another element, with words in it. */
function words(kind: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(kind)
  element.textContent = text
  element.className = className
  return element
}

/**
 * The screen that stands before an account which an address wants to open, over everything that the page shows. Resolves with
 * whether the person wants it; leaving it by the Escape key is no. Made without React: most pages have none.
 */
export function wantsAccount(t: LoginCodeTexts, { name, id, here }: Whose): Promise<boolean> {
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
    // Anyone who presses Enter without reading stays as they are.
    no.focus()
  })
}
