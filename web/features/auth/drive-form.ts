import { dismissErrors, drawIcon } from '#ui/toast.ts'
import type { Language } from '#shared/language.ts'
import { ApiError, isNetworkError } from '#web/client/api-error.ts'
import { showNoAnswer } from '#web/forms/show-no-answer.ts'
import type { Problem, Work } from '#web/forms/use-sending.ts'

export function partOf(root: ParentNode, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`the form has no ${selector}`)
  return found
}

/** Fills `{}` in a sentence from the server. A replacer function keeps `$` patterns in typed text literal. */
export const fill = (sentence: string, value: string | number): string => sentence.replace('{}', () => String(value))

export function cloneTemplate(root: ParentNode, selector: string): DocumentFragment {
  return document.importNode((partOf(root, `template${selector}`) as HTMLTemplateElement).content, true)
}

/**
 * Shows a summary of the errors above the fields, which gets the focus, and each error at its field; null clears them.
 */
export function showProblem(form: HTMLFormElement, problem: Problem | null): void {
  form.querySelector('[role=alert]')?.remove()
  for (const field of form.querySelectorAll<HTMLInputElement>('[aria-invalid]')) mark(field, undefined)
  if (!problem) return
  for (const [name, text] of Object.entries(problem.fields)) {
    const field = form.querySelector<HTMLInputElement>(selectorOf(name))
    if (field) mark(field, text)
  }
  partOf(form, '[data-fields]').before(cloneTemplate(form.parentElement ?? form, '[data-summary]'))
  const summary = partOf(form, '[role=alert]')
  partOf(summary, 'span').textContent = problem.summary
  summary.focus()
}

/**
 * Selector of the form's field for a field name of the server. Both names for an identifier mean the form's one
 * identifier field.
 */
const selectorOf = (name: string): string =>
  name === 'identifier' || name === 'accountName' ? '[name=identifier], [name=phone]' : `[name="${name}"]`

function mark(field: HTMLInputElement, text: string | undefined): void {
  const box = field.closest('.check')
  const holder = box ?? field.closest('.field')
  const room = box ? box.parentElement : holder
  const hint = document.getElementById(`${field.id}-hint`)
  room?.querySelector(':scope > .err')?.remove()
  holder?.classList.toggle('bad', text !== undefined)
  if (hint) hint.hidden = text !== undefined
  if (text === undefined) {
    field.removeAttribute('aria-invalid')
    if (hint) field.setAttribute('aria-describedby', hint.id)
    else field.removeAttribute('aria-describedby')
    return
  }
  const error = document.createElement('p')
  const words = document.createElement('span')
  words.textContent = text
  error.append(drawIcon('error'), words)
  error.className = 'err'
  error.id = `${field.id || field.name}-error`
  room?.append(error)
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', error.id)
}

/** Shows that the form is being sent, with `label` for screen readers. With null, shows that sending has ended. */
export function showBusy(form: HTMLFormElement, label: string | null): void {
  const button = partOf(form, '[type=submit]') as HTMLButtonElement
  const [lane, status] = [button.nextElementSibling, button.parentElement?.querySelector('[role=status]')]
  if (label === null) button.removeAttribute('aria-busy')
  else button.setAttribute('aria-busy', 'true')
  const dashes = document.createElement('div')
  dashes.className = 'dashes'
  dashes.setAttribute('aria-hidden', 'true')
  lane?.replaceChildren(...(label === null ? [] : [dashes]))
  if (status) status.textContent = label ?? ''
}

type Sender = {
  readonly language: () => Language
  readonly onBusy: (busy: boolean) => void
  readonly onRefused: (error: ApiError) => void
}

/**
 * Creates a function that sends a form and ignores a second submit meanwhile. Passes a refusal to `onRefused`. Any
 * other error shows the toast for network errors and leaves the form as it is.
 */
export function createSender({ language, onBusy, onRefused }: Sender): (work: Work) => Promise<void> {
  let sending = false
  return async (work) => {
    if (sending) return
    sending = true
    dismissErrors()
    onBusy(true)
    let outcome: 'leaving' | void = undefined
    try {
      outcome = await work()
    } catch (error) {
      if (!(error instanceof ApiError) || isNetworkError(error)) showNoAnswer(error, language())
      else onRefused(error)
    }
    if (outcome === 'leaving') return
    sending = false
    onBusy(false)
  }
}

export function copyValues(from: ParentNode, to: ParentNode): void {
  for (const field of from.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    const twin = to.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${field.name}"]`)
    if (!twin) continue
    if (field instanceof HTMLInputElement && twin instanceof HTMLInputElement) {
      twin.type = field.type
      twin.checked = field.checked
    } else twin.replaceChildren(...[...field.children].map((option) => option.cloneNode(true)))
    if (field.dataset.chosen !== undefined) twin.dataset.chosen = ''
    twin.value = field.value
    // Notifies the strength meter and similar parts beside the field of its new value.
    twin.dispatchEvent(new Event(field instanceof HTMLInputElement ? 'input' : 'change'))
  }
}
