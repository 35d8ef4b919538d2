import { NavLink } from 'react-router'
import type { AccountTexts } from '#web/text/en/account.ts'
import styles from './side-menu.module.css'

const sections = ['profile', 'device', 'reward', 'kol', 'group-buying', 'benefits'] as const

/** The sections as stops on a line; on phones and tablets a scroller under the header. */
export function SideMenu({ t, onLogOut }: { t: AccountTexts; onLogOut: () => void }) {
  return (
    <nav className={styles.side} aria-label={t.menu}>
      <ul>
        {sections.map((section) => (
          <li key={section}>
            <NavLink to={`/user/${section}`}>{t.sections[section]}</NavLink>
          </li>
        ))}
      </ul>
      <button type="button" className={styles.out} onClick={onLogOut}>
        {t.logOut}
      </button>
    </nav>
  )
}
