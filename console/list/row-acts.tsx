import { useState, type ReactNode } from 'react'
import { useSpoken } from '#console/client/language.ts'

/**
 * What can be done with a row. Where there is little room and more than two acts, the first one stands there and a press of a button shows
 * the others; the styles tell where. An act is absent by its role, so only what is drawn can be counted.
 */
export function RowActs({ children }: { readonly children: ReactNode }) {
  const { t } = useSpoken()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={isOpen ? 'rowacts open' : 'rowacts'}>
      {children}
      <button
        type="button"
        className="btn q rowmore"
        aria-label={t.list.actions}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        …
      </button>
    </div>
  )
}
