import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { menuPathOf, sectionPaths } from '#shared/account-sections.ts'
import { Sections } from '#ui/sections.tsx'
import { readPageData } from '#web/client/page-data.ts'
import { noticesIn } from '#web/features/messages/messages.queries.ts'
import type { AccountTexts } from '#text/en/site/account.ts'
import { useAccount } from './account-context.ts'
import { menuState } from './menu-state.ts'

type Props = {
  readonly t: AccountTexts
  /** False while the visitor is not known to be signed in. The menu then requests no notices. */
  readonly isSignedIn: boolean
  readonly contentRef: RefObject<HTMLDivElement | null>
  readonly onLogOut: () => void
  readonly children: ReactNode
}

export function SectionMenu({ t, isSignedIn, contentRef, onLogOut, children }: Props) {
  const { language } = useAccount()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const menu = useRef<HTMLElement>(null)
  const { data } = useQuery({ ...noticesIn(language), enabled: isSignedIn })
  useLayoutEffect(() => menuState.restore(menu.current), [])
  const count = data?.unread ?? 0
  const follow = (event: MouseEvent, to: string) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(to)
  }
  const sections = sectionPaths
    .filter((section) => section !== 'help' || readPageData().supportInbox === true)
    .map((section) => ({
      to: `/user/${section}`,
      label: t.sections[section],
      unread: section === 'notifications' && count > 0 ? { count, label: t.unread(count) } : undefined,
    }))
  return (
    <Sections
      label={t.menu}
      sections={sections}
      path={menuPathOf(pathname)}
      menuRef={menu}
      contentRef={contentRef}
      onFollow={follow}
      logOut={
        <button type="button" onClick={onLogOut}>
          {t.logOut}
        </button>
      }
    >
      {children}
    </Sections>
  )
}
