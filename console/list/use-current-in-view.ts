import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Of a strip that scrolls sideways on a narrow screen: the link of the page that is open stands in its middle. The page itself does not move. */
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
