import { useId, useState, type ReactNode } from 'react'
import { useSpoken } from '#console/client/language.ts'

/**
 * What can be done with a row. Where there is little room and more than two acts, the first one stands there and a press of a button shows
 * the others; the styles tell where, and leave a box that chooses the row where it is. An act is absent by its role, so only what is drawn
 * can be counted. `rowName`: the id of what the row is called by.
 */
export function RowActs({ rowName, children }: { readonly rowName: string; readonly children: ReactNode }) {
  const { t } = useSpoken()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={isOpen ? 'rowacts open' : 'rowacts'}>
      {children}
      <button
        type="button"
        className="btn q rowmore"
        id={id}
        aria-label={t.list.actions}
        aria-labelledby={`${id} ${rowName}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        …
      </button>
    </div>
  )
}
