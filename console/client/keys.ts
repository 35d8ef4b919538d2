import { readStored, writeStored } from '#ui/browser-storage.ts'
import { useEffectEvent, useLayoutEffect } from 'react'
import type { PlaceName } from '#shared/contract/operator/console-places.ts'

/** Second key of the keyboard shortcut that opens a section of the console; the first is `G`. */
export const placeKeys: Readonly<Record<PlaceName, string>> = {
  today: 't',
  queue: 'q',
  people: 'p',
  orders: 'o',
  money: 'm',
  affiliates: 'a',
  shop: 's',
  texts: 'x',
  system: 'y',
}

const stored = 'console-single-keys'
/**
 * True unless the operator has turned off single-key shortcuts. They must be optional, because dictation software types
 * letters (WCAG 2.1.4).
 */
export const areSingleKeysEnabled = (): boolean => readStored('localStorage', stored) !== 'off'
export const setSingleKeysEnabled = (work: boolean): void => writeStored('localStorage', stored, work ? 'on' : 'off')

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.closest('input, textarea, select, [contenteditable], dialog') !== null
}
export const isPlainKey = (event: KeyboardEvent): boolean =>
  areSingleKeysEnabled() &&
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !isTyping(event.target)

/**
 * Listens for keys on the document. `isFirst`: runs before other listeners, which skip keys that are already handled
 * (`isPlainKey`).
 */
export function useKeys(onKey: (event: KeyboardEvent) => void, isFirst = false): void {
  const hear = useEffectEvent(onKey)
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event)
    document.addEventListener('keydown', listener, isFirst)
    return () => document.removeEventListener('keydown', listener, isFirst)
  }, [isFirst])
}
