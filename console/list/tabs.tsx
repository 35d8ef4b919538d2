import { NavLink } from 'react-router'
import { useCurrentInView } from '#console/frame/viewport.ts'

/** Tab that links to one of several lists. `isRoot`: the paths of the other tabs begin with this tab's path. */
type Tab = {
  readonly to: string
  readonly label: string
  readonly count?: string | undefined
  readonly isRoot?: boolean
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const strip = useCurrentInView<HTMLElement>()
  return (
    <nav className="tabs" aria-label={label} ref={strip}>
      {tabs.map(({ to, label: text, count, isRoot = false }) => (
        <NavLink key={to} to={to} end={isRoot}>
          {text}
          {count !== undefined && <span className="n">{count}</span>}
        </NavLink>
      ))}
    </nav>
  )
}
