import './segmented.css'
import type { KeyboardEvent } from 'react'

type Props<K extends string> = {
  readonly label: string
  readonly tabs: readonly { readonly key: K; readonly text: string }[]
  readonly chosen: K
  readonly panel: string
  readonly onChoose: (key: K) => void
  readonly className?: string | undefined
}

/** List of tabs. It is one stop for the Tab key; the left and right arrow keys move and select. */
export function Tabs<K extends string>({ label, tabs, chosen, panel, onChoose, className }: Props<K>) {
  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const at = tabs.findIndex(({ key }) => key === chosen)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onChoose(next.key)
    event.currentTarget.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus()
  }
  return (
    <div className={`seg ${className ?? ''}`} role="tablist" aria-label={label} tabIndex={-1} onKeyDown={walk}>
      {tabs.map(({ key, text }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`${panel}-${key}`}
          data-key={key}
          aria-selected={key === chosen}
          aria-controls={panel}
          tabIndex={key === chosen ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
