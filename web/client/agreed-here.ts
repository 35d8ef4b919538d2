import { readStoredJson, writeStored } from '#web/client/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'

/** How someone signs in from this browser; whose account it is, it does not say. */
export type WayIn = 'passkey' | 'password'
type Kept = { readonly versions: string; readonly at: number; readonly way: WayIn }

function read(): Kept | null {
  const kept = readStoredJson('localStorage', storageKeys.agreed) as Partial<Kept> | null
  if (typeof kept?.versions !== 'string' || typeof kept.at !== 'number') return null
  return { versions: kept.versions, at: kept.at, way: kept.way === 'passkey' ? 'passkey' : 'password' }
}

/** Milliseconds in which no one sees that the box was ticked for them, and decides otherwise. */
export const aGlance = 500

/** When the box was ticked in this browser for the texts as they are now; null if it was not, or for others. */
export function agreedSince(versions: string): number | null {
  const kept = read()
  return kept?.versions === versions ? kept.at : null
}

/** The way by which someone signed in here last; null where no one did. */
export const lastWayIn = (): WayIn | null => read()?.way ?? null

/** After a sign-in. `agreed`: its owner ticked the box for these versions; a way that asks for no tick keeps the one there is. */
export function saveWayIn(way: WayIn, agreed: string | null): void {
  const kept = read()
  const versions = agreed ?? kept?.versions ?? ''
  const at = kept?.versions === versions ? kept.at : Date.now()
  writeStored('localStorage', storageKeys.agreed, JSON.stringify({ versions, at, way }))
}
