import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { readPageData } from '#web/client/page-data.ts'
import type { AccountTexts } from '#text/en/site/account.ts'
import styles from './side-menu.module.css'

const sections = ['profile', 'connect', 'device', 'reward', 'kol', 'group-buying', 'benefits', 'help'] as const

export function SideMenu({ t, onLogOut }: { t: AccountTexts; onLogOut: () => void }) {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // Scrolls the menu only horizontally; `scrollIntoView` would move the page.
    const here = menu.current?.querySelector<HTMLElement>('[aria-current="page"]')?.getBoundingClientRect()
    if (!menu.current || !here) return
    const { left, width } = menu.current.getBoundingClientRect()
    menu.current.scrollLeft += here.left + here.width / 2 - (left + width / 2)
  }, [pathname])
  return (
    <nav ref={menu} className={styles.side} aria-label={t.menu}>
      <ul>
        {sections
          .filter((section) => section !== 'help' || readPageData().supportInbox === true)
          .map((section) => (
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
