import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** Media query of the width below which the style sheets lay pages out for phones. */
const phone = () => matchMedia('(max-width: 39.9375em)')
function watchPhone(changed: () => void): () => void {
  const query = phone()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
export const isPhone = (): boolean => phone().matches
export const useIsPhone = (): boolean => useSyncExternalStore(watchPhone, isPhone)

/** Scrolls a horizontal navigation strip to the link of the current page, without moving the page. */
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
