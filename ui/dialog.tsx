import './dialog.css'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { closeModal, Modal } from './modal.tsx'
import styles from './dialog.module.css'

type Props = {
  readonly labelledBy: string
  readonly closeLabel: string
  readonly onClose: () => void
  readonly onPlate?: boolean
  readonly children: ReactNode
}

export const Dialog = ({ labelledBy, closeLabel, onClose, onPlate = false, children }: Props) => (
  <Modal labelledBy={labelledBy} className={styles.dialog} takesFocus onClose={onClose}>
    {children}
    <button
      type="button"
      className={`x ${styles.close} ${onPlate ? styles.onPlate : ''}`}
      aria-label={closeLabel}
      onClick={closeModal}
    >
      <Icon name="cross" />
    </button>
  </Modal>
)
