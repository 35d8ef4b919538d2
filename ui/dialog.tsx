import './dialog.css'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { useModal } from './use-modal.ts'
import styles from './dialog.module.css'

type Props = {
  readonly labelledBy: string
  readonly closeLabel: string
  /** Called for every way of closing: Escape, the close button, the browser. */
  readonly onClose: () => void
  readonly onPlate?: boolean
  readonly children: ReactNode
}

/** Native modal dialog, open while rendered. The browser traps the focus. */
export function Dialog({ labelledBy, closeLabel, onClose, onPlate = false, children }: Props) {
  const dialog = useModal({ takesFocus: true })
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
