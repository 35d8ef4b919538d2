import { NavLink } from 'react-router'

export type Tab = { readonly to: string; readonly label: string; readonly count?: string | undefined }

/** Parts of a place, each with an address of its own. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map(({ to, label: text, count }) => (
      <NavLink key={to} to={to}>
        {text}
        {count !== undefined && <span className="n">{count}</span>}
      </NavLink>
    ))}
  </nav>
)
