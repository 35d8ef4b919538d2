import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Hears each key that goes down, from the first paint on: who sees a list can use its keys. `isFirst`: before all others, for whom
 * a key that it took is none (`isPlainKey`).
 */
export function useKeys(onKey: (event: KeyboardEvent) => void, isFirst = false): void {
  const hear = useEffectEvent(onKey)
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event)
    document.addEventListener('keydown', listener, isFirst)
    return () => document.removeEventListener('keydown', listener, isFirst)
  }, [isFirst])
}
