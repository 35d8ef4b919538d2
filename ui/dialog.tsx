import './dialog.css'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { closeModal, useModal } from './use-modal.ts'
import styles from './dialog.module.css'

type Props = {
  readonly labelledBy: string
  readonly closeLabel: string
  /** Called however the dialog is closed: by Escape, the close button or the browser. */
  readonly onClose: () => void
  readonly onPlate?: boolean
  readonly children: ReactNode
}

export const Dialog = ({ labelledBy, closeLabel, onClose, onPlate = false, children }: Props) => (
  <dialog
    ref={useModal({ takesFocus: true })}
    className={styles.dialog}
    aria-labelledby={labelledBy}
    tabIndex={-1}
    onClose={onClose}
  >
    {children}
    <button type="button" className={`x ${onPlate ? styles.onPlate : ''}`} aria-label={closeLabel} onClick={closeModal}>
      <Icon name="cross" />
    </button>
  </dialog>
)
