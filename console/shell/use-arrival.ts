import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'

/** On a page change, scrolls to the top and moves the focus to the content, for keyboard and screen reader users. */
export function useArrival(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    window.scrollTo(0, 0)
    main.current?.focus()
  }, [pathname])
  return main
}
