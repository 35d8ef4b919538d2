import { useEffect, useState } from 'react'

/** What was given, once it stayed the same for a moment; empty before. */
export function useRested(text: string, afterMs: number): string {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return rested
}
