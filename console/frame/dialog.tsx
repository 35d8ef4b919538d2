import { useId, type ReactNode } from 'react'
import { useSpoken } from '#console/client/language.ts'
import { useModal } from '#ui/use-modal.ts'
import { Icon } from './icon.tsx'

type Props = { readonly title: string; readonly onClose: () => void; readonly children: ReactNode }

/** Native modal dialog, open while rendered. The browser traps the focus. */
export function Dialog({ title, onClose, children }: Props) {
  const { t } = useSpoken()
  const id = useId()
  const dialog = useModal()
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
