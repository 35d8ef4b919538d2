import { useRef, type RefObject } from 'react'
import { isPlainKey, areSingleKeysEnabled, useKeys } from '#console/client/keys.ts'

/**
 * Keyboard shortcuts of a payment review: a digit chooses a decision, T assigns the review to this operator, Enter
 * moves from the list to the decisions, Escape back. Ignores keys of an input method editor (IME).
 */
export function useReviewKeys(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useKeys((event) => {
    const page = box.current
    const { target, key } = event
    if (!page || !(target instanceof Element) || target.closest('dialog') || event.isComposing) return
    const row = document.querySelector<HTMLElement>('.ql a[aria-current=true]')
    const choices = [...page.querySelectorAll<HTMLInputElement>('.choice input')]
    if (key === 'Escape' && page.contains(target)) row?.focus()
    // After a review was opened with J, the page itself has the focus.
    else if (key === 'Enter' && (target === row || target.matches('body, main')) && isBare(event)) {
      event.preventDefault()
      ;(choices.find(({ checked }) => checked) ?? choices.find(({ disabled }) => !disabled))?.focus()
    } else if (isPlainKey(event) || isAmong(choices, event)) {
      const choice = /^[1-9]$/.test(key) ? choices[Number(key) - 1] : undefined
      choice?.click()
      choice?.focus()
      if (!choice) page.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.click()
    }
  })
  return box
}

const isBare = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => !ctrlKey && !metaKey && !altKey
/**
 * True if the key was pressed in a radio button of the decisions, which takes no text, so that shortcuts work there
 * too.
 */
const isAmong = (choices: readonly Element[], event: KeyboardEvent): boolean =>
  areSingleKeysEnabled() && isBare(event) && event.target instanceof Element && choices.includes(event.target)
