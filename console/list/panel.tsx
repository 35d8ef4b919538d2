import { useId, type ReactNode } from 'react'
import type { Spot } from '#shared/console-live.ts'
import { usePresence } from '#console/client/use-presence.ts'
import { useSpoken } from '#console/client/language.ts'

type Props = {
  readonly title: string
  readonly note?: ReactNode
  readonly aside?: ReactNode
  readonly foot?: ReactNode
  readonly children: ReactNode
}

export function Panel({ title, note, aside, foot, children }: Props) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note && <span className="faint">{note}</span>}
        {aside && <span className="r">{aside}</span>}
      </header>
      {children}
      {foot && <footer>{foot}</footer>}
    </section>
  )
}

type FigureProps = { readonly label: string; readonly value: ReactNode; readonly children?: ReactNode }

export const Figure = ({ label, value, children }: FigureProps) => (
  <div className="fig">
    <div className="t">{label}</div>
    <div className="v">{value}</div>
    <div className="c">{children}</div>
  </div>
)

export function AlsoHere(spot: Spot) {
  const { t, language } = useSpoken()
  const others = usePresence(spot)
  return (
    <span className="also-here" role="status">
      {others.length > 0 && t.alsoHere(new Intl.ListFormat(language).format(others), others.length)}
    </span>
  )
}
