import { useId, type ReactNode } from 'react'
import { useSpoken } from '#console/client/language.ts'
import { closeModal, useModal } from '#ui/use-modal.ts'
import { Icon } from './icon.tsx'

type Props = { readonly title: string; readonly onClose: () => void; readonly children: ReactNode }

export function Dialog({ title, onClose, children }: Props) {
  const { t } = useSpoken()
  const id = useId()
  return (
    <dialog ref={useModal()} aria-labelledby={id} onClose={onClose}>
      <div className="box">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" className="btn q ic" aria-label={t.close} onClick={closeModal}>
            <Icon name="cross" small />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
