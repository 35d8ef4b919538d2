import { useEffect, useState } from 'react'

/** Debounced value; empty before the first delay. */
export function useRested(text: string, afterMs: number): string {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return rested
}
