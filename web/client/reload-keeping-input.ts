import { readStoredJson, removeStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from './storage-keys.ts'

type Kept = readonly [place: number, name: string, value: string | boolean]

const fieldsHere = (): (HTMLInputElement | HTMLTextAreaElement)[] => [
  ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main :is(input, textarea)'),
]
const isTick = (field: HTMLInputElement | HTMLTextAreaElement): field is HTMLInputElement =>
  ['checkbox', 'radio'].includes(field.type)

/** True if a reload would lose a typed password or a chosen file, because those are never stored. */
export const holdsSecrets = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('input:is([type=password], [type=file])')].some(({ value }) => value)

/** Reloads the page and keeps typed text and ticks, except passwords and files, which are not stored. */
export function reloadKeepingInput(): void {
  const changed = fieldsHere().flatMap((field, place): Kept[] => {
    if (['password', 'file', 'hidden'].includes(field.type)) return []
    if (isTick(field)) return field.checked === field.defaultChecked ? [] : [[place, field.name, field.checked]]
    return field.value === field.defaultValue ? [] : [[place, field.name, field.value]]
  })
  writeStored('sessionStorage', storageKeys.typed, JSON.stringify([location.pathname, changed]))
  location.reload()
}

/**
 * Restores the fields after `reloadKeepingInput`. Must run before the islands start, because they read their fields
 * then.
 */
export function restoreInput(): void {
  const kept = readStoredJson('sessionStorage', storageKeys.typed)
  if (kept === null) return
  removeStored('sessionStorage', storageKeys.typed)
  const [path, changed] = kept as [string, Kept[]]
  if (path !== location.pathname) return
  const fields = fieldsHere()
  for (const [place, name, value] of changed) {
    const field = fields[place]
    if (field?.name !== name) continue
    if (typeof value === 'string') field.value = value
    else if (isTick(field)) field.checked = value
  }
}
