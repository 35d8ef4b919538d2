import { useRef, type RefObject } from 'react'
import { isPlainKey, useKeys } from '#console/client/keys.ts'

/**
 * Keyboard shortcuts of a support thread: R starts an answer, C opens the canned replies, T assigns the thread to this
 * operator, Escape returns to the list.
 */
export function useThreadKeys(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useKeys((event) => {
    const talk = box.current
    if (!talk) return
    const { target } = event
    if (event.key === 'Escape' && target instanceof Element && talk.contains(target) && !target.closest('dialog'))
      document.querySelector<HTMLElement>('.ql a[aria-current=true]')?.focus()
    if (!isPlainKey(event)) return
    if (event.key === 'r') {
      event.preventDefault()
      talk.querySelector('textarea')?.focus()
    } else talk.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key)}"]`)?.click()
  })
  return box
}
