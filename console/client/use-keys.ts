import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Listens for key presses on the document, from the first paint on. `isFirst`: runs before other listeners, which
 * ignore the keys it has handled (`isPlainKey`).
 */
export function useKeys(onKey: (event: KeyboardEvent) => void, isFirst = false): void {
  const hear = useEffectEvent(onKey)
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event)
    document.addEventListener('keydown', listener, isFirst)
    return () => document.removeEventListener('keydown', listener, isFirst)
  }, [isFirst])
}
