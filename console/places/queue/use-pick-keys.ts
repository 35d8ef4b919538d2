import { useRef, type RefObject } from 'react'
import { isPlainKey, useKeys } from '#console/client/keys.ts'

export function usePickKeys(): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  useKeys((event) => {
    const step = { j: 1, k: -1 }[event.key]
    if (step === undefined || !isPlainKey(event) || !list.current) return
    const links = [...list.current.querySelectorAll('a')]
    // Counts from the focused link, because the rendered state lags behind fast key presses.
    const focused = links.findIndex((link) => link === document.activeElement)
    const at = focused === -1 ? links.findIndex((link) => link.ariaCurrent === 'true') : focused
    const next = links[Math.max(0, Math.min(at + step, links.length - 1))]
    event.preventDefault()
    next?.click()
    next?.focus()
  })
  return list
}
