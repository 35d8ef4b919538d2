import { useEffectEvent, useLayoutEffect } from 'react'

/** Listens for keys on the document. `isFirst`: runs before other listeners, which skip handled keys (`isPlainKey`). */
export function useKeys(onKey: (event: KeyboardEvent) => void, isFirst = false): void {
  const hear = useEffectEvent(onKey)
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event)
    document.addEventListener('keydown', listener, isFirst)
    return () => document.removeEventListener('keydown', listener, isFirst)
  }, [isFirst])
}
