import { readStored, store } from './stored.ts'

const stored = 'console-single-keys'
/** Keys without Ctrl can be turned off: dictation types letters by itself (WCAG 2.1.4). */
export const singleKeysWork = (): boolean => readStored(stored) !== 'off'
export const letSingleKeysWork = (work: boolean): void => store(stored, work ? 'on' : 'off')

/** Whether a key that was pressed is text that someone writes, or belongs to a dialog. */
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
