import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useSpoken } from '#console/client/language.ts'
import { Icon } from './icon.tsx'

type Props = { readonly title: string; readonly onClose: () => void; readonly children: ReactNode }

/**
 * Last focused element. A button that is disabled while its dialog opens loses the focus, so browsers cannot restore
 * it.
 */
let lastFocused: HTMLElement | null = null
document.addEventListener('focusin', ({ target }) => {
  lastFocused = target instanceof HTMLElement ? target : null
})

/** Focuses the opener as soon as it is enabled again, unless something else has the focus. */
function giveBack(opener: HTMLElement | null, frames = 30): void {
  if (!opener?.isConnected || frames === 0) return
  if (document.activeElement !== null && document.activeElement !== document.body) return
  opener.focus()
  if (document.activeElement !== opener) requestAnimationFrame(() => giveBack(opener, frames - 1))
}

/** Native modal dialog, open while rendered. The browser traps the focus. */
export function Dialog({ title, onClose, children }: Props) {
  const { t } = useSpoken()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = lastFocused
    if (element && !element.open) element.showModal()
    return () => {
      element?.close()
      giveBack(opener)
    }
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <div className="box">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" className="btn q ic" aria-label={t.close} onClick={() => dialog.current?.close()}>
            <Icon name="cross" small />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
