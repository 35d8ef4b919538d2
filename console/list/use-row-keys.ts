import { useRef, type RefObject } from 'react'
import { isPlainKey, useKeys } from '#console/client/keys.ts'

/**
 * Keyboard control of a list: J and K move through the rows, Enter opens one. With several lists on a page, the focused
 * one or the first reacts.
 */
export function useRowKeys(): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null)
  useKeys((event) => {
    const list = body.current
    if (!list || !isPlainKey(event)) return
    const current = document.activeElement?.closest('tr') ?? null
    const own = current !== null && list.contains(current)
    const first = document.querySelector('main tbody') === list
    if (!own && (current !== null || !first)) return
    if (event.key === 'j' || event.key === 'k') {
      const rows = [...list.rows]
      const at = own ? rows.indexOf(current) + (event.key === 'j' ? 1 : -1) : 0
      const next = rows[Math.max(0, Math.min(at, rows.length - 1))]
      next?.focus()
      event.preventDefault()
    } else if (event.key === 'Enter' && own && document.activeElement === current)
      current.querySelector<HTMLElement>('a, button')?.click()
  })
  return body
}
