import { type ReactNode, useEffect } from 'react'
import { useSpoken } from '#console/client/language.ts'

type Props = {
  readonly title: string
  readonly about?: ReactNode
  readonly crumb?: ReactNode
  readonly children?: ReactNode
}

export function Head({ title, about, crumb, children }: Props) {
  useTitle(title)
  return (
    <div className="head">
      <div>
        {crumb && <div className="crumb">{crumb}</div>}
        <h1>{title}</h1>
        {about && <p className="dim">{about}</p>}
      </div>
      {children && <div className="acts">{children}</div>}
    </div>
  )
}

export function useTitle(title: string): void {
  const { t } = useSpoken()
  useEffect(() => {
    document.title = `${title} – ${t.title}`
  }, [title, t])
}
