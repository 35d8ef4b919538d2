import { useLayoutEffect, useRef, type MouseEvent, type RefObject } from 'react'
import { openModal } from './open-modal.ts'

/**
 * Last focused element. A button that is disabled while its dialog opens loses the focus, so browsers cannot restore
 * it. Null on the server, which has no document.
 */
let lastFocused: HTMLElement | null = null
if (typeof document !== 'undefined') {
  lastFocused = document.activeElement as HTMLElement | null
  document.addEventListener('focusin', ({ target }) => {
    lastFocused = target as HTMLElement
  })
}

/**
 * Returns the focus to the button that opened the dialog, as soon as it is enabled again (at most 30 animation frames
 * later), unless something outside the closed dialog has the focus.
 */
function giveBack(opener: HTMLElement | null, dialog: HTMLElement, frames = 30): void {
  const active = document.activeElement
  if (!opener?.isConnected || frames === 0) return
  if (active && active !== document.body && !dialog.contains(active)) return
  opener.focus()
  if (document.activeElement !== opener) requestAnimationFrame(() => giveBack(opener, dialog, frames - 1))
}

/**
 * Opens the dialog as a modal when it is rendered, and closes it when it is removed. The browser, or the replacement
 * for old browsers, traps the focus, which afterwards returns to the button that opened the dialog.
 */
export function useModal({ takesFocus = false } = {}): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = lastFocused
    if (!element.open) openModal(element)
    if (takesFocus) element.focus()
    return () => {
      // Optional call, because browsers without `<dialog>` get `close` only once the polyfill has loaded.
      ;(element.close as HTMLDialogElement['close'] | undefined)?.call(element)
      giveBack(opener, element)
    }
  }, [takesFocus])
  return dialog
}

/** Click handler of close buttons inside a modal dialog. */
export const closeModal = ({ currentTarget }: MouseEvent): void => currentTarget.closest('dialog')?.close()
