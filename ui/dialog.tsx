import './dialog.css'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { openModal } from './open-modal.ts'
import styles from './dialog.module.css'

type Props = {
  /** Id of the heading that names the dialog. */
  readonly labelledBy: string
  readonly closeLabel: string
  /** Esc, the cross, or whatever else closes a native dialog. */
  readonly onClose: () => void
  /** The cross stands on a plate. */
  readonly onPlate?: boolean
  readonly children: ReactNode
}

/** A native modal dialog, open while it is rendered: the browser keeps focus inside and gives it back. */
export function Dialog({ labelledBy, closeLabel, onClose, onPlate = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    openModal(element)
    element.focus()
    // Absent where the script that stands in for the browser has not come yet.
    return () => (element.close as HTMLDialogElement['close'] | undefined)?.call(element)
  }, [])

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={labelledBy} tabIndex={-1} onClose={onClose}>
      {children}
      <button
        type="button"
        className={`x ${styles.close} ${onPlate ? styles.onPlate : ''}`}
        aria-label={closeLabel}
        onClick={() => dialog.current?.close()}
      >
        <Icon name="cross" />
      </button>
    </dialog>
  )
}
