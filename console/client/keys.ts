import { readStored, writeStored } from '#ui/browser-storage.ts'

const stored = 'console-single-keys'
/** Single-key shortcuts can be turned off, because dictation software types letters (WCAG 2.1.4). */
export const singleKeysWork = (): boolean => readStored('localStorage', stored) !== 'off'
export const letSingleKeysWork = (work: boolean): void => writeStored('localStorage', stored, work ? 'on' : 'off')

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.closest('input, textarea, select, [contenteditable], dialog') !== null
}
export const isPlainKey = (event: KeyboardEvent): boolean =>
  singleKeysWork() &&
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !isTyping(event.target)
