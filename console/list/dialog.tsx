import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useSpoken } from '#console/client/language.ts'
import { Icon } from './icon.tsx'

type Props = { readonly title: string; readonly onClose: () => void; readonly children: ReactNode }

/** A native modal dialog, open while it is rendered: the browser keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children }: Props) {
  const { t } = useSpoken()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
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
