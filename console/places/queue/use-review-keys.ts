import { useRef, type RefObject } from 'react'
import { isPlainKey, singleKeysWork } from '#console/client/keys.ts'
import { useKeys } from '#console/client/use-keys.ts'

/** Keys of an input method are its own. A digit chooses a decision, T takes the item, Enter on its row leads to the decisions, Esc from here back to the row. */
export function useReviewKeys(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useKeys((event) => {
    const page = box.current
    const { target, key } = event
    if (!page || !(target instanceof Element) || target.closest('dialog') || event.isComposing) return
    const row = document.querySelector<HTMLElement>('.ql a[aria-current=true]')
    const choices = [...page.querySelectorAll<HTMLInputElement>('.choice input')]
    if (key === 'Escape' && page.contains(target)) row?.focus()
    // A page that was just opened by J has the focus itself.
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
/** A box that is chosen from takes no text: its keys are those of the page. */
const isAmong = (choices: readonly Element[], event: KeyboardEvent): boolean =>
  singleKeysWork() && isBare(event) && event.target instanceof Element && choices.includes(event.target)
