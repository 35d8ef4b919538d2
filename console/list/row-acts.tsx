import { useId, useState, type ReactNode } from 'react'
import { useSpoken } from '#console/client/language.ts'

/**
 * Actions of a table row. With little space and more than two actions, only the first is shown with a button for the
 * rest; CSS decides this by counting rendered actions, because roles hide some. `rowName`: id of the element that names
 * the row.
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
