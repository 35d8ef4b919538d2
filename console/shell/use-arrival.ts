import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'

/** On another page the view begins at its top and the focus at its content, so that who works by keyboard or ear is there, too. */
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
