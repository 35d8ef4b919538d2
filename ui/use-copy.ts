import { useEffect, useRef, useState } from 'react'

const shownMs = 3_000

export function showCopiedState(show: (isCopied: boolean) => void): () => void {
  show(true)
  const timer = setTimeout(() => show(false), shownMs)
  return () => clearTimeout(timer)
}

/** `copy` returns false without clipboard access, which needs HTTPS and permission. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => Promise<boolean> } {
  const [copied, setCopied] = useState(false)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return false
    }
    stop.current?.()
    stop.current = showCopiedState(setCopied)
    return true
  }
  return { copied, copy }
}
