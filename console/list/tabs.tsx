import { NavLink } from 'react-router'

/** `isRoot`: the others stand below its address. */
export type Tab = {
  readonly to: string
  readonly label: string
  readonly count?: string | undefined
  readonly isRoot?: boolean
}

/** Parts of a place, each with an address of its own. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map(({ to, label: text, count, isRoot = false }) => (
      <NavLink key={to} to={to} end={isRoot}>
        {text}
        {count !== undefined && <span className="n">{count}</span>}
      </NavLink>
    ))}
  </nav>
)
