import { useEffect, useRef } from 'react'

/** For a section that an address may name: the browser looked for it before it was drawn. */
export function useArrival<E extends HTMLElement>(id: string, isDrawn = true) {
  const section = useRef<E>(null)
  useEffect(() => {
    if (isDrawn && location.hash === `#${id}`) section.current?.scrollIntoView()
  }, [id, isDrawn])
  return section
}
