import { useEffect, useRef } from 'react'

/** Scrolls to the section named in the URL's hash, because the browser tried that before the section was rendered. */
export function useArrival<E extends HTMLElement>(id: string, isDrawn = true) {
  const section = useRef<E>(null)
  useEffect(() => {
    if (isDrawn && location.hash === `#${id}`) section.current?.scrollIntoView()
  }, [id, isDrawn])
  return section
}
