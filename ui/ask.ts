import './button.css'
import { openModal } from './open-modal.ts'
import dialogStyles from './dialog.module.css'
import styles from './dialog-form.module.css'

type Question = { readonly title: string; readonly text: string; readonly yes: string; readonly no?: string }

/**
 * Asks a question in a dialog, without React. Resolves with true if the button `yes` was pressed, with false if the
 * dialog was closed in any other way. Without `no` the dialog is only a notice.
 */
export function ask({ title, text, yes, no }: Question): Promise<boolean> {
  const dialog = document.createElement('dialog')
  dialog.className = dialogStyles.dialog ?? ''
  const heading = document.createElement('h2')
  heading.id = 'question'
  heading.textContent = title
  dialog.setAttribute('aria-labelledby', heading.id)
  const words = document.createElement('p')
  words.className = 'dim'
  words.textContent = text
  const body = document.createElement('div')
  body.className = styles.form ?? ''
  body.append(heading, words)

  return new Promise((resolve) => {
    const button = (label: string, kind: string, answer: string) => {
      const made = document.createElement('button')
      made.type = 'button'
      made.className = `btn wide ${kind}`
      made.textContent = label
      made.addEventListener('click', () => dialog.close(answer))
      body.append(made)
    }
    button(yes, '', 'yes')
    if (no !== undefined) button(no, 'quiet', 'no')
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
    dialog.append(body)
    document.body.append(dialog)
    openModal(dialog)
  })
}
