import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Scrolls a horizontal strip to the current page's link, without moving the page. */
export function useCurrentInView<E extends HTMLElement>() {
  const strip = useRef<E>(null)
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    const element = strip.current
    const current = element?.querySelector<HTMLElement>('[aria-current=page]')
    if (!element || !current || element.scrollWidth <= element.clientWidth) return
    const [box, link] = [element.getBoundingClientRect(), current.getBoundingClientRect()]
    element.scrollLeft += link.left + link.width / 2 - (box.left + box.width / 2)
  }, [pathname])
  return strip
}
