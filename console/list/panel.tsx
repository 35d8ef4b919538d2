import { useId, type ReactNode } from 'react'

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
