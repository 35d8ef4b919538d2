import { useEffect, useRef, useState } from 'react'

const shownMs = 3_000

export function showCopiedState(show: (isCopied: boolean) => void): () => void {
  show(true)
  const timer = setTimeout(() => show(false), shownMs)
  return () => clearTimeout(timer)
}

export async function copyText(text: string, shown?: Node | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown)
    return !!shown && document.execCommand('copy')
  }
  return true
}

/**
 * Copies text; `copied` is true for three seconds after it worked. In-app browsers on Android refuse the Clipboard API
 * (feross/clipboard-copy#37, lgarron/clipboard-polyfill#138), and pages without HTTPS lack it. The older command then
 * copies the element `shown`, which stays selected if that fails as well.
 */
export function useCopy(): {
  readonly copied: boolean
  readonly copy: (text: string, shown?: Node | null) => Promise<void>
} {
  const [copied, setCopied] = useState(false)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const copy = async (text: string, shown?: Node | null) => {
    if (!(await copyText(text, shown))) return
    stop.current?.()
    stop.current = showCopiedState(setCopied)
  }
  return { copied, copy }
}
